import { definePostingOperation } from '../../ledger/engine/posting-operation';
import type { TransferMetadata } from '../transfer-metadata';

/** The kind of the posting that credits an inward transfer from suspense. */
export const INWARD_SETTLEMENT = 'inward-settlement';

/** Money from suspense to the account that staff found; AML looks at it as at the transfer itself. */
export const inwardSettlement = definePostingOperation<{ metadata: TransferMetadata | null }>({
  name: INWARD_SETTLEMENT,
  title: 'Inward transfer from suspense',
  reported: true,
  metadata: ({ metadata }) => metadata,
});
