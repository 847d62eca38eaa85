import 'reflect-metadata';

const METADATA = 'corebank:ignore-unknown-fields';

/**
 * Class decorator of a body that another party defines: undeclared fields are dropped instead of refused. For callbacks
 * of providers, which add fields without notice.
 */
export const IgnoreUnknownFields = (): ClassDecorator => (target) => Reflect.defineMetadata(METADATA, true, target);

/** True when a body class drops undeclared fields. */
export function ignoresUnknownFields(type: object): boolean {
  return Reflect.getMetadata(METADATA, type) === true;
}
