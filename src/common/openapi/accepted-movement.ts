import type { OpenAPIObject, SchemaObject } from '@nestjs/swagger';
import { answersOf, isReference, operationsOf, schemasOf } from './document-types';

const NAME = 'AcceptedMovement';
const DESCRIPTION =
  'A movement that was taken and not done: `statusCode` tells whether AML screening holds it or a policy has it approved.';

/**
 * Gives the union of the 202 answers to movements a name. Generators for Go and Java make a type that can be read of a
 * named union alone.
 */
export function nameAcceptedMovements(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document))
    for (const [status, { content = {} }] of answersOf(operation))
      for (const { schema } of status === '202' ? Object.values(content) : []) {
        const properties = schema && !isReference(schema) ? (schema.properties ?? {}) : {};
        const data = properties.data as SchemaObject | undefined;
        if (!data?.discriminator) continue;
        schemasOf(document)[NAME] ??= { description: DESCRIPTION, ...data };
        properties.data = { $ref: `#/components/schemas/${NAME}` };
      }
}
