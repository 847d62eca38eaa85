import type { INestApplicationContext } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';

/** The providers of the whole application, which the steps of a setup look up. */
export type Providers = Pick<INestApplicationContext, 'get'>;

/** The providers as a service of the application sees them. */
export function providersOf(module: ModuleRef): Providers {
  return {
    get: (token: Parameters<ModuleRef['get']>[0]) => module.get(token, { strict: false }),
  };
}
