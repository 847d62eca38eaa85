import { Injectable } from '@nestjs/common';
import type { ExtraRow } from '../common/database/insert-rows';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { commonErrors } from '../common/errors/common.errors';
import { hasFingerprint, type RequestFingerprint } from '../common/idempotency/claims';
import { eventRows } from '../common/outbox/outbox-event';
import { Clock } from '../common/time/clock';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { allOrFirstFailure } from '../ledger/engine/batch-connection';
import type { PostingAnswer } from '../ledger/engine/posting-operation';
import type { MovementRequest, PartyExamination, PostingRequest } from '../ledger/engine/posting-request';
import { ledgerErrors } from '../ledger/ledger.errors';
import {
  type AccountMovement,
  type BatchQuery,
  type GateContext,
  type Interception,
  MovementScreen,
  type ReleasedHold,
  type ReleaseRetry,
  type ScreenedBatch,
  type ScreenGate,
} from '../ledger/movements/movement-gates';
import { MovementReported } from './aml.events';
import { AML_RELEASE_VALIDITY_DAYS } from './aml.settings';
import { AmlHold } from './aml-hold.entity';
import type { RuleAction, RuleDirection } from './aml-rule.entity';
import { ApprovalReferences, holdIdFrom } from './approval-references';
import { holdAnswer } from './hold-answer';
import { matchOfRule, scenarioMatch } from './hold-match';
import { holdReason } from './hold-reason';
import { holdRows, suspiciousTransactionRow } from './hold-rows';
import { matchRule, type ScreeningRule } from './match-rule';
import { freezeRows, newHold } from './new-hold';
import { OpenHolds } from './open-holds';
import { PaymentNames } from './payment-names';
import { releaseViolation } from './release-violation';
import { type ScenarioGate, ScenarioGates } from './scenario-desk/scenario-gate';

const RULES = `SELECT r.id, r.name, r.direction, r.threshold_kobo, r.product_id, r.customer_type, r.account_id, r.action,
    EXISTS (SELECT 1 FROM institution_setting s
      WHERE s.institution_id = $1 AND s.key = 'AML_RULE_HOLDS_JOINED' AND s.value = 'true') AS joins
  FROM aml_rule r WHERE r.institution_id = $1 AND r.active AND EXISTS (
    SELECT 1 FROM institution_setting s
     WHERE s.institution_id = $1 AND s.key = 'AML_SCREENING_ENABLED' AND s.value = 'true')`;

interface RuleRow {
  id: string;
  name: string;
  direction: RuleDirection;
  threshold_kobo: string;
  product_id: string | null;
  customer_type: string | null;
  account_id: string | null;
  action: RuleAction;
  joins: boolean;
}

/** The rules, open holds and scenarios that screen the movements of a batch. */
interface LoadedScreen {
  rules: ScreeningRule[];
  /** Undecided holds by rules, where the institution joins repeats to them. */
  openRuleHolds: OpenHolds | undefined;
  scenarios: ScenarioGate | undefined;
}

function ruleFrom(row: RuleRow): ScreeningRule {
  const { id, name, direction, threshold_kobo, product_id, customer_type, account_id, action } = row;
  return {
    id: Number(id),
    name,
    direction,
    thresholdKobo: BigInt(threshold_kobo),
    productId: product_id === null ? null : Number(product_id),
    customerType: customer_type,
    accountId: account_id === null ? null : Number(account_id),
    action,
  };
}

/**
 * Screens movements as part of their posting decision, and checks the retries of released holds
 * (docs/ARCHITECTURE.md#aml-hold-and-release).
 */
@Injectable()
export class AmlScreen extends MovementScreen {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly references: ApprovalReferences,
    private readonly settings: InstitutionSettings,
    private readonly clock: Clock,
    private readonly scenarioGates: ScenarioGates,
    private readonly paymentNames: PaymentNames,
  ) {
    super();
  }

  override async load(query: BatchQuery, institutionId: number, batch: ScreenedBatch): Promise<ScreenGate> {
    const isExamined = batch.requests.some(({ examination }) => examination !== undefined);
    const [ruleRows, scenarios, listsVersion] = await allOrFirstFailure([
      batch.isScreened ? query<RuleRow>('aml-rules', RULES, [institutionId]) : Promise.resolve([]),
      this.scenarioGates.load(query, institutionId, batch),
      isExamined ? batch.watchListsVersion : Promise.resolve(0),
    ]);
    if (isExamined) this.paymentNames.expect(institutionId, listsVersion);
    const rules = ruleRows.map(ruleFrom);
    const joins = batch.locks && ruleRows.some((row) => row.joins);
    const openRuleHolds = joins ? await OpenHolds.read(query, institutionId, batch, 'rules') : undefined;
    const loaded = { rules, openRuleHolds, scenarios };
    return {
      intercept: (request, movements, context) => this.intercept(loaded, request, movements, context),
      report: (request, movements, context) => reportRows(rules, request, movements, context),
      isExaminationOutdated: ({ examination }) =>
        examination !== undefined && examination.listsVersion !== listsVersion,
      ...(scenarios ? { watch: (posting) => scenarios.watch(posting), statements: () => scenarios.statements() } : {}),
    };
  }

  override examine(request: PostingRequest): Promise<PartyExamination> | undefined {
    return this.paymentNames.examine(request);
  }

  override async identifyHold(tx: Tx, retry: ReleaseRetry): Promise<number> {
    return (await this.findHold(tx, retry)).id;
  }

  override async lockReleasedHold(tx: Tx, retry: ReleaseRetry): Promise<ReleasedHold> {
    const { id } = await this.findHold(tx, retry);
    // A retry does not wait for another one or for a decision: a client that sends many at once must not occupy every
    // connection.
    const lock = { mode: 'pessimistic_write', onLocked: 'skip_locked' } as const;
    const hold = await tx.findOne(AmlHold, { where: { institutionId: retry.institutionId, id }, lock });
    if (!hold)
      throw commonErrors.REQUEST_IN_PROGRESS(
        'The held transaction is being executed or decided at this moment; query its outcome before sending it again.',
      );
    const validityDays = Number(await this.settings.getWithin(tx, retry.institutionId, AML_RELEASE_VALIDITY_DAYS));
    const refusal = releaseViolation(hold, retry, this.clock.institutionNow(retry.institutionId), validityDays);
    if (refusal) throw refusal;
    return { holdId: hold.id, postingId: hold.postingId, reference: hold.reference, checker: hold.decidedBy ?? '' };
  }

  override async markHoldUsed(
    tx: Tx,
    institutionId: number,
    { holdId }: ReleasedHold,
    requestReference: string | undefined,
  ): Promise<void> {
    const used = {
      status: 'Used' as const,
      usedAt: this.clock.institutionNow(institutionId),
      executedRequestReference: requestReference ?? null,
    };
    const { affected } = await tx.update(AmlHold, { institutionId, id: holdId, status: 'Approved' }, used);
    if (affected !== 1) throw new Error(`The hold ${holdId} is not released or was used already.`);
  }

  override async holdAnswerOf(
    institutionId: number,
    postingId: number,
    actor: string,
    request: RequestFingerprint,
  ): Promise<PostingAnswer | undefined> {
    const hold = await this.unitOfWork.read(institutionId, (tx) => tx.findOneBy(AmlHold, { institutionId, postingId }));
    if (hold?.actor !== actor || !hasFingerprint(request, hold.fingerprint)) return undefined;
    return holdAnswer(hold, this.references.issue(hold));
  }

  /**
   * The hold for which a reference was issued. Malformed references, forged ones and those of other institutions get
   * the same refusal.
   */
  private async findHold(tx: Tx, { institutionId, amlApprovalReference }: ReleaseRetry): Promise<AmlHold> {
    const hold = await tx.findOneBy(AmlHold, { institutionId, id: holdIdFrom(amlApprovalReference) ?? 0 });
    if (!hold || !this.references.isOf(hold, amlApprovalReference))
      throw ledgerErrors.AML_REFERENCE_REJECTED(undefined, { rejection: 'UNKNOWN' });
    return hold;
  }

  /** The rules come first: what they decide is the same whatever scenarios are in use. */
  private intercept(
    { rules, openRuleHolds, scenarios }: LoadedScreen,
    request: MovementRequest,
    movements: AccountMovement[],
    context: GateContext,
  ): Interception | undefined {
    const ruleMatch = matchRule(rules, movements);
    const match = ruleMatch
      ? matchOfRule(ruleMatch, request.source.actor, openRuleHolds)
      : scenarioMatch(scenarios, request, movements, context);
    if (!match) return undefined;
    scenarios?.held(request, context);
    const hold = newHold(request, movements, match, context);
    (ruleMatch ? openRuleHolds : scenarios?.openHolds)?.note(hold);
    const rows = [
      ...holdRows(hold, { suspiciousTransactionId: context.ids.next(), eventId: context.ids.next() }),
      ...freezeRows(hold, context),
    ];
    return {
      status: 'Held',
      answer: holdAnswer(hold, this.references.issue(hold)),
      isConfidential: true,
      rows,
      freezeAccountIds: match.freezeAccountIds,
    };
  }
}

/** The record of a posting that meets a rule and is not held, because its operation never is. */
function reportRows(
  rules: ScreeningRule[],
  { institutionId, reference, maker }: PostingRequest,
  movements: AccountMovement[],
  { ids, now, postingId }: GateContext,
): ExtraRow[] {
  const match = matchRule(rules, movements);
  if (!match) return [];
  const { rule, movement } = match;
  const id = ids.next();
  return [
    ...eventRows(ids.next(), new MovementReported(institutionId, id, postingId)),
    suspiciousTransactionRow(id, {
      institutionId,
      id: null,
      approvalId: null,
      reference,
      actor: maker,
      ruleId: rule.id,
      ruleName: rule.name,
      direction: rule.direction,
      accountNumber: movement.account.number,
      amountKobo: movement.amountKobo,
      windowKobo: movement.windowKobo,
      thresholdKobo: rule.thresholdKobo,
      reason: holdReason(match),
      createdAt: now,
    }),
  ];
}
