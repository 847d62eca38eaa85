import { AML_ACTOR } from '../accounts/status/aml-freeze';
import { statusChangeRow } from '../accounts/status/status-change-row';
import { randomToken } from '../common/crypto/digest';
import type { ExtraRow } from '../common/database/insert-rows';
import type { MovementParties, MovementRequest } from '../ledger/engine/posting-request';
import type { AccountMovement, GateContext } from '../ledger/movements/movement-gates';
import { storeMovement } from '../ledger/movements/stored-movement';
import { type FrozenAccount, frozenBy } from './aml-hold.entity';
import type { HoldMatch } from './hold-match';
import type { NewHold } from './hold-rows';

const NONCE_BYTES = 24;

/** The hold of a movement that a rule or a scenario stops, before its decision. */
export function newHold(
  request: MovementRequest,
  movements: AccountMovement[],
  match: HoldMatch,
  context: GateContext,
): NewHold {
  const { institutionId, kind, reference, origin, source, resumes } = request;
  const { movement } = match;
  return {
    institutionId,
    id: context.ids.next(),
    approvalId: context.ids.next(),
    postingId: context.postingId,
    kind,
    reference,
    endpoint: source.endpoint,
    fingerprint: source.fingerprint,
    movement: storeMovement(request),
    actor: source.actor,
    ruleId: match.ruleId,
    ruleName: match.ruleName,
    direction: movement.direction,
    accountNumber: movement.account.number,
    amountKobo: movement.amountKobo,
    windowKobo: movement.windowKobo,
    thresholdKobo: match.thresholdKobo,
    scenarioCode: match.scenarioCode,
    scenarioVersion: match.scenarioVersion,
    repeatOfId: match.repeatOfId,
    reason: match.reason,
    ...partiesOf(request, movements),
    nonce: randomToken(NONCE_BYTES),
    status: 'Held',
    // No client receives the answer of a resumed movement, so no client could send a retry.
    resumesBy: origin === 'portal' || resumes ? 'system' : 'client',
    approved: resumes?.approved ?? false,
    frozenAccounts: frozenAccountsOf(movements, match),
    createdAt: context.now,
  };
}

/**
 * The account numbers on both sides. The numbers of the plan come first, because a virtual account or an account at
 * another institution is no account of record; without them the accounts of record are shown.
 */
function partiesOf({ parties }: MovementRequest, movements: AccountMovement[]): MovementParties {
  if (parties) return parties;
  const numbers = (wanted: AccountMovement['direction']): string[] =>
    movements.filter(({ direction }) => direction === wanted).map(({ account }) => account.number);
  return { sourceAccounts: numbers('outflow'), destinationAccounts: numbers('inflow') };
}

/** The accounts that a hold freezes or finds frozen. They still have their old status here. */
function frozenAccountsOf(
  movements: AccountMovement[],
  { freezeAccountIds, frozenAccountIds }: HoldMatch,
): FrozenAccount[] {
  return [...freezeAccountIds, ...frozenAccountIds].map((accountId) => {
    const { number: accountNumber, status: fromStatus } = movements.find(
      ({ account }) => account.id === accountId,
    )!.account;
    return { accountId, accountNumber, fromStatus, lifted: false };
  });
}

/** Rows for the status history of the accounts that a hold freezes. */
export function freezeRows(hold: NewHold, { ids, now }: GateContext): ExtraRow[] {
  const { institutionId, reason } = hold;
  return frozenBy(hold).map(({ accountId, accountNumber, fromStatus }) =>
    statusChangeRow({
      institutionId,
      id: ids.next(),
      accountId,
      accountNumber,
      fromStatus,
      toStatus: 'Frozen',
      reason,
      actor: AML_ACTOR,
      checker: null,
      at: now,
    }),
  );
}
