import 'reflect-metadata';

const METADATA = 'corebank:body-required';

/**
 * Class decorator of a body without required fields that must be sent all the same. Elsewhere a missing body is one
 * without fields.
 */
export const BodyRequired = (): ClassDecorator => (target) => Reflect.defineMetadata(METADATA, true, target);

/** True when a body of the class may not be missing. */
export function requiresBody(type: object): boolean {
  return Reflect.getMetadata(METADATA, type) === true;
}
