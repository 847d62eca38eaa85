import type { OperatorContext } from '../../src/cli/operator-command';
import { AppConfig } from '../../src/common/config/app-config';
import type { TestApp } from './app';

/** The surroundings of an operator's command, with the services of a test's application and without a terminal. */
export function commandContext({ app }: TestApp): OperatorContext {
  return { config: app.get(AppConfig, { strict: false }), services: () => Promise.resolve(app) };
}
