import { applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiHeader } from '@nestjs/swagger';
import { DRY_RUN_HEADER } from './requested-dry-run';

/**
 * The schema of `data` in the answer of a dry run. It is an extension, because the 200 of the document is what a
 * request without the header gets, and a choice of two would reach every generated client.
 */
const DRY_RUN_EXTENSION = 'x-dry-run-data';

const NAIRA = { type: 'number', format: 'double', description: 'Naira.' };

function listOf(properties: Record<string, object>, description: string): object {
  const items = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  return { type: 'array', description, items };
}

const DRY_RUN_DATA = {
  type: 'object',
  properties: {
    dryRun: { type: 'boolean', enum: [true] },
    held: { type: 'boolean', description: 'True when AML or an approval would stop the movement.' },
    outcome: {
      type: 'string',
      enum: ['Posted', 'AmlHold', 'PendingApproval'],
      description: 'Absent for a held movement outside the sandbox.',
    },
    charges: listOf(
      { role: { type: 'string' }, narration: { type: 'string' }, amount: NAIRA },
      'Fees and taxes; absent for a held movement outside the sandbox.',
    ),
    balances: listOf(
      { accountNumber: { type: 'string' }, ledgerBalance: NAIRA, availableBalance: NAIRA },
      'Customer accounts after the posting; absent for a movement that would wait, and without the right to balances.',
    ),
  },
  required: ['dryRun', 'held'],
  additionalProperties: false,
};

/** Documents the header on a route of dry runs, and what it answers then (docs/api/conventions.md#dry-run). */
export function dryRunHeader(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: DRY_RUN_HEADER,
      required: false,
      description:
        'With `true` the request is checked and nothing is done. The answer is 200 with `dryRun`, `held`, `outcome`, ' +
        '`charges` and `balances` in `data`, whose schema is `x-dry-run-data` of the operation, or the refusal that ' +
        'the request would get.',
      schema: { type: 'string', enum: ['true', 'false'] },
    }),
    ApiExtension(DRY_RUN_EXTENSION, DRY_RUN_DATA) as MethodDecorator,
  );
}
