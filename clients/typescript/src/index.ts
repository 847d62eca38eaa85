export { Corebank, type CorebankOptions, type Schemas } from './corebank.js';
export type { components, operations, paths } from './generated/api.js';
export { Money } from './money.js';
export type { Done, Held, MovementOutcome, PendingApproval, ProcessingStatus, Sent } from './outcomes.js';
export { newReference } from './references.js';
export { OutcomeUnknown, Refusal } from './refusals.js';
export type { LocalTransfer, OutwardTransfer } from './transfer-routes.js';
