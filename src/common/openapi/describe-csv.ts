import type { OpenAPIObject, RequestBodyObject } from '@nestjs/swagger';
import { CSV_EXAMPLE_EXTENSION } from '../http/csv-body';
import { operationsOf } from './document-types';

/** Adds the CSV form of the body to the operations that take it. */
export function addCsvBodies(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    const extended = operation as typeof operation & Record<string, unknown>;
    const example = extended[CSV_EXAMPLE_EXTENSION];
    if (typeof example !== 'string') continue;
    delete extended[CSV_EXAMPLE_EXTENSION];
    const { content } = operation.requestBody as RequestBodyObject;
    content['text/csv'] = { schema: { type: 'string', minLength: 1, maxLength: 2_097_152, example } };
  }
}
