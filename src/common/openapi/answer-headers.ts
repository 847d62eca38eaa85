import type { OpenAPIObject } from '@nestjs/swagger';
import type { HeaderObject, ReferenceObject } from '@nestjs/swagger';
import { answersOf, operationsOf, parametersOf } from './document-types';

/** The headers of answers (docs/api/conventions.md). */
const HEADERS: Readonly<Record<string, HeaderObject>> = {
  'x-correlation-id': {
    description: "The request's `X-Correlation-Id`, or one made by the service. It stands in every log line.",
    schema: { type: 'string', maxLength: 100, pattern: '^[A-Za-z0-9._:-]{1,100}$' },
    example: '0b0c7c9e-6f0f-4a9e-9a53-1f2c4b1f7f10',
  },
  'Retry-After': {
    description: 'Seconds after which the request may be sent again.',
    schema: { type: 'integer', format: 'int32', minimum: 0 },
    example: 1,
  },
  'idempotent-replayed': {
    description: '`true` when the answer is that of an earlier request with the same reference.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
};

/** Answers with these statuses are stored with the reference and sent again for it. */
const REPLAYED = new Set(['200', '202', '422']);
const RETRIED = new Set(['429', '503']);

const referenceTo = (name: string): ReferenceObject => ({ $ref: `#/components/headers/${name}` });

/** Declares the headers of every answer of the API. */
export function addAnswerHeaders(document: OpenAPIObject): void {
  (document.components ??= {}).headers = { ...HEADERS };
  for (const { operation } of operationsOf(document)) {
    const takesReference = parametersOf(operation).some(({ name }) => name === 'request-reference');
    for (const [status, answer] of answersOf(operation)) {
      const names = [
        'x-correlation-id',
        ...(RETRIED.has(status) ? ['Retry-After'] : []),
        ...(takesReference && REPLAYED.has(status) ? ['idempotent-replayed'] : []),
      ];
      answer.headers = { ...Object.fromEntries(names.map((name) => [name, referenceTo(name)])), ...answer.headers };
    }
  }
}
