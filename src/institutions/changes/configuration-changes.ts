import type { Tx } from '../../common/database/unit-of-work';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import type { ConfigurationChange } from './change-as-data';

/** A change to ask for; the service reads the values before it. */
export interface AskedChange extends Omit<ConfigurationChange, 'before'> {
  /** True when the target must not exist yet. */
  isNew?: boolean;
  /** The id that something new will have, for the answer. */
  id?: number;
  /** True when the changed resource holds a secret: the stored answer is sealed. */
  confidential?: boolean;
}

/**
 * The one way to change rights and configuration: the change waits for a second person, unless its kind lets one person
 * make it. Provided by `approvals`, which this module cannot import.
 */
export abstract class ConfigurationChanges {
  /**
   * Asks for a change, or makes it at once. What is not valid is refused now, with the errors of the kind.
   * @returns 202 `PENDING_APPROVAL`, or 200 with the changed resource.
   */
  abstract ask(tx: Tx, write: WriteRequest, asked: AskedChange): Promise<Outcome>;
}

/** The 202 of the routes that ask for such a change. */
export const changeAccepted = [
  {
    code: 'PENDING_APPROVAL',
    description: 'The change waits for approval by a second person; nothing has changed.',
    example: { approvalId: 20014 },
  },
];
