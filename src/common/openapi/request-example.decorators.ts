import 'reflect-metadata';

const LEFT_OUT = 'corebank:left-out-of-example';
const EXAMPLE = 'corebank:request-example';

/**
 * Class decorator of a request: the fields that an ordinary request does not send, such as the reference of a released
 * hold. The example of the whole request in the OpenAPI documents is without them.
 */
export const LeftOutOfExample =
  (...fields: string[]): ClassDecorator =>
  (type) =>
    Reflect.defineMetadata(LEFT_OUT, [...fieldsLeftOut(type), ...fields], type);

/** The fields of a class, and of those that it extends, that its example is without. */
export function fieldsLeftOut(type: object): string[] {
  return (Reflect.getMetadata(LEFT_OUT, type) as string[] | undefined) ?? [];
}

/** Class decorator of a request: its example, where the examples of its fields together are none. */
export const RequestExample =
  (example: Record<string, unknown>): ClassDecorator =>
  (type) =>
    Reflect.defineMetadata(EXAMPLE, example, type);

/** The example that a class declares for itself. */
export function declaredExample(type: object): Record<string, unknown> | undefined {
  return Reflect.getOwnMetadata(EXAMPLE, type) as Record<string, unknown> | undefined;
}
