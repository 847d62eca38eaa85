import type { Answer } from '../../../api/client';
import { label, stateLabel } from '../../../rules/words';
import type { TimelineItem } from '../../../ui/timeline';

export type Payment = Answer<'getTransfer'>;
type Event = Payment['timeline'][number];

/** Whom or what a payment waits for, as a sentence. */
export const WAITING: Record<NonNullable<Payment['waitingFor']>, string> = {
  'aml-decision': 'Waits for the decision of an AML officer. No money has moved.',
  'client-retry': 'Released by AML. The client must send the same request again. No money has moved.',
  approval: 'Waits for the approval of a member of staff. No money has moved.',
  provider: 'Waits for a final answer of the provider. The account has been debited.',
  'return-of-money': 'The provider did not pay. The money goes back to the account.',
  'staff-evidence': 'Nobody but a member of staff can settle it: confirm with evidence what happened to the money.',
  'confirmation-approval': 'A confirmation waits for the approval of a colleague.',
};

export const NEXT: Record<NonNullable<Payment['next']>['step'], string> = {
  send: 'The payment is sent to the provider',
  query: 'The provider is asked again',
  reverse: 'The money is given back',
};

const TITLES: Record<Event['event'], string> = {
  created: 'Asked for',
  held: 'Stopped by AML screening',
  released: 'Released by AML',
  'hold-declined': 'Declined by AML',
  'release-withdrawn': 'Release withdrawn',
  'release-expired': 'Release expired unused',
  'approval-asked': 'Approval asked for',
  approved: 'Approved',
  declined: 'Declined',
  canceled: 'Request canceled',
  posted: 'Account debited',
  failed: 'Refused',
  sent: 'Sent to the provider',
  queried: 'Provider asked',
  'confirmation-asked': 'Confirmation asked for, with evidence',
  confirmed: 'Confirmation approved',
  'confirmation-declined': 'Confirmation declined',
  reversed: 'Money given back',
  'debited-again': 'Account debited again',
};

const GOOD = new Set<Event['event']>(['released', 'approved', 'posted', 'confirmed']);
const BAD = new Set<Event['event']>(['hold-declined', 'declined', 'failed', 'confirmation-declined', 'reversed']);
const WAITS = new Set<Event['event']>(['held', 'approval-asked', 'confirmation-asked']);

export function titleOf({ event, answeredAt }: Event): string {
  const isCall = event === 'sent' || event === 'queried';
  return isCall && !answeredAt ? `${TITLES[event]}: no answer` : TITLES[event];
}

export function toneOfEvent({ event, answeredAt }: Event): TimelineItem['tone'] {
  if (GOOD.has(event)) return 'good';
  if (BAD.has(event)) return 'danger';
  if (WAITS.has(event)) return 'warn';
  if (event === 'sent' || event === 'queried') return answeredAt ? 'info' : 'warn';
  return 'muted';
}

/** The provider's answer, and its effect on the payment. */
const ANSWERS: Record<string, string> = {
  success: 'The provider has paid',
  failure: 'The provider has not paid',
  pending: 'The provider has no final answer yet',
  'not-found': 'The provider does not find the payment',
  refusal: 'The provider refused the request',
  'not-received': 'The provider has not received the payment',
};

const STATES: Record<string, string> = {
  Pending: 'the payment is to be sent',
  Processing: 'the payment is under way',
  PendingTSQ: 'the provider will be asked again',
  Processed: 'the payment is paid',
  Failed: 'the payment has failed',
  Reversed: 'the money is with the account again',
  ConfirmManually: 'members of staff must settle it',
};

/** The result of an event in words: the meaning of the answer, and the state after it. */
export function outcomeOf({ outcome }: Event): string | null {
  if (!outcome || outcome === 'no-answer') return null;
  if (/^\d+ of \d+$/.test(outcome)) return outcome;
  const [answer = '', state] = outcome.split(' → ');
  const words = ANSWERS[answer] ?? label(answer);
  return state ? `${words}; ${STATES[state] ?? stateLabel(state)}` : words;
}
