import 'reflect-metadata';

const METADATA = 'corebank:ignore-unknown-fields';

/**
 * Class decorator of a body that others define: what it does not declare is dropped instead of refused. For callbacks of
 * providers, which add fields without asking.
 */
export const IgnoreUnknownFields = (): ClassDecorator => (target) => Reflect.defineMetadata(METADATA, true, target);

/** Whether a body class drops what it does not declare. */
export function ignoresUnknownFields(type: object): boolean {
  return Reflect.getMetadata(METADATA, type) === true;
}
