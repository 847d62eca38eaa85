import type { OpenAPIObject } from '@nestjs/swagger';
import type { SchemaObject } from '@nestjs/swagger';
import { visitSchemas } from './document-types';

/** Names of whole numbers of answers, besides ids and the fields that requests declare as whole numbers. */
const WHOLE_NUMBERS = new Set([
  ...[
    'attempts',
    'channelCode',
    'count',
    'created',
    'daysDue',
    'daysPastDue',
    'differences',
    'endedSessions',
    'entries',
  ],
  ...['expirationTime', 'id', 'index', 'instalmentNumber', 'instalments', 'instalmentsOverdue', 'instalmentsPaid'],
  ...['kycLevel', 'lastNumber', 'linkAttempts', 'next', 'number', 'numberOfRepayments', 'openExceptions', 'openLoans'],
  ...['overdueLoans', 'participantCount', 'postings', 'queries', 'recordCount', 'recoveryCodesLeft', 'rowsDone'],
  ...['score', 'segments', 'sends', 'size', 'subAccounts', 'tokenValiditySec', 'validityMinutes', 'verifiedRows'],
  ...['verifiedSeals', 'violations', 'waitingRows', 'worstDaysPastDue'],
  ...['accountType', 'ageDays', 'approvalsSoFar', 'broughtOverCount', 'daysAhead', 'durationMs', 'failedRows'],
  ...['lostBefore', 'nextAfter', 'nextBefore', 'outwardRows', 'position', 'postedRows', 'processedRows'],
  ...['reversedRows', 'rowNumber', 'rowsExpected', 'sealedRows', 'sequence'],
]);

const ID = /(?:[a-z](?:Id|ID)|^ID)$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/**
 * Gives values of answers their format: whole numbers, amounts as doubles (a 32-bit float loses kobo), dates and
 * instants. Run it after the requests, whose declared whole numbers are whole in answers too.
 */
export function refineValues(document: OpenAPIObject): void {
  const whole = new Set(WHOLE_NUMBERS);
  visitSchemas(document, (schema, name) => {
    if (schema.type === 'integer' && name !== undefined) whole.add(name);
  });
  visitSchemas(document, (schema, name) => {
    if (schema.type === 'number') refineNumber(schema, name !== undefined && (whole.has(name) || ID.test(name)));
    if (schema.type === 'integer') schema.format ??= 'int64';
    if (schema.type === 'string') refineText(schema);
    if (schema.enum && schema.description !== undefined) nameEnumeration(schema, schema.description);
  });
}

function refineNumber(schema: SchemaObject, isWhole: boolean): void {
  if (isWhole || schema.enum?.every(Number.isInteger)) {
    schema.type = 'integer';
    schema.format = schema.enum ? 'int32' : 'int64';
  } else schema.format ??= 'double';
}

/** The example shows what a text of an answer is: all are written by the program. */
function refineText(schema: SchemaObject): void {
  // The generator reads the example of a comment as JSON, also where the field is a text: `@example 1000000011`.
  if (typeof schema.example === 'number' || typeof schema.example === 'boolean')
    schema.example = String(schema.example);
  const { format, pattern } = schema;
  const example: unknown = schema.example;
  if (format !== undefined || typeof example !== 'string' || pattern !== undefined) return;
  if (DATE.test(example)) schema.format = 'date';
  else if (INSTANT.test(example)) schema.format = 'date-time';
}

/** Names the values of an enumeration of numbers by its description, `0 Annual, 1 PerPeriod.` */
function nameEnumeration(schema: SchemaObject, description: string): void {
  if (schema.type !== 'integer' || !schema.enum) return;
  const names = new Map(
    [...description.matchAll(/\b(\d+)\s([A-Za-z]\w+)/g)].map(([, value, name]) => [Number(value), name]),
  );
  const named = schema.enum.map((value) => names.get(value as number));
  if (named.every((name) => name !== undefined)) Object.assign(schema, { 'x-enum-varnames': named });
}
