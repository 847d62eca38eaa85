import 'reflect-metadata';
import type { Type } from '@nestjs/common';

const METADATA = 'corebank:described-elements';

/**
 * Class decorator of a request: the classes of elements that the route checks by itself, because validating each with
 * class-validator would be too much work. The documents have the rules that these classes declare.
 */
export const DescribedElements =
  (...types: Type<unknown>[]): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(METADATA, types, target);

export function describedElements(type: object): Type<unknown>[] {
  return (Reflect.getMetadata(METADATA, type) as Type<unknown>[] | undefined) ?? [];
}
