import type { RecordFields } from './record-fields';

/** A person who may sign for an account, as its line states it. */
export interface StatedSignatory {
  name: string;
  customerNumber: string | null;
  role: string | null;
  /** How the signatories sign, such as `Any two`. */
  instruction: string | null;
}

/** The key of the mandate in the additional metadata of its account. */
export const MANDATE_KEY = 'mandate';

/** A signatory of an account (docs/import.md#mandates). It collects its faults in `fields`. */
export function statedSignatory(fields: RecordFields): StatedSignatory {
  return {
    name: fields.text('signatory_name', 250),
    customerNumber: fields.optional('customer_number', 50),
    role: fields.optional('role', 50),
    instruction: fields.optional('instruction', 250),
  };
}
