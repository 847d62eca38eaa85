import type { OpenAPIObject } from '@nestjs/swagger';
import { commonErrors } from './common/errors/common.errors';
import { answersOf, operationsOf } from './common/openapi/document-types';

/** A code with the sentence that says what is wrong and, after a semicolon or a colon, what to do. */
interface CataloguedError {
  code: string;
  httpStatus: number;
  message: string;
}

/** What to do where the sentence of a code says only what is wrong. */
const USUAL_REMEDY: Readonly<Record<number, string>> = {
  400: 'Correct the request.',
  401: 'Authenticate again, then repeat the request.',
  403: 'Ask the institution for the right, or act as another member of staff.',
  404: 'Correct the identifier; that of another institution is unknown too.',
  405: 'Use another method.',
  408: 'Send the request again.',
  409: 'Read the present state; do not repeat the request unchanged.',
  410: 'Ask for a new one.',
  413: 'Send less.',
  415: 'Send `Content-Type: application/json`.',
  417: 'Leave out the header `Expect`.',
  422: 'Remove the cause, then send the request under a new reference.',
  423: 'Wait until the lock ends.',
  429: 'Repeat the request after `Retry-After` seconds.',
  431: 'Shorten the headers.',
  500: 'Query the outcome before sending the request again.',
  502: 'Query the outcome; tell the institution if it persists.',
  503: 'Query the outcome, then repeat the request after `Retry-After` seconds.',
  504: 'Query the outcome before sending the request again.',
};

const HEAD = `# Error codes

This page is written by \`npm run openapi\` from the code. A failure has its code in \`data.statusCode\` and a sentence
in \`message\`, which can name the values of the request. [Conventions](conventions.md#errors) say what holds for all of
them; the OpenAPI documents list the codes of each route.

| Code | HTTP | Meaning | What to do |
|---|---|---|---|
`;

/** The page of all error codes that the documents list, and of those that every address can answer. */
export function errorPage(documents: OpenAPIObject[]): string {
  const errors = new Map<string, CataloguedError>();
  for (const { code, httpStatus, message } of Object.values(commonErrors))
    errors.set(code, { code, httpStatus, message });
  for (const document of documents)
    for (const { operation } of operationsOf(document))
      for (const [status, { content = {} }] of answersOf(operation))
        for (const [code, example] of Object.entries(content['application/json']?.examples ?? {}))
          if (Number(status) >= 400)
            errors.set(code, { code, httpStatus: Number(status), message: messageOf(example as { value?: unknown }) });
  const rows = [...errors.values()].sort((a, b) => (a.code < b.code ? -1 : 1)).map(rowOf);
  return `${HEAD}${rows.join('\n')}\n`;
}

function messageOf({ value }: { value?: unknown }): string {
  return (value as { message: string }).message;
}

function rowOf({ code, httpStatus, message }: CataloguedError): string {
  const [meaning = '', remedy] = message.replace(/\.$/, '').split(/[;:] (.*)/s);
  const action = remedy ? `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.` : USUAL_REMEDY[httpStatus];
  if (action === undefined) throw new Error(`No remedy is known for status ${httpStatus} of ${code}.`);
  return `| \`${code}\` | ${httpStatus} | ${meaning}. | ${action} |`;
}
