import { numberArray } from '../ledger/engine/array-literals';
import type { BatchQuery, ScreenedBatch } from '../ledger/movements/movement-gates';
import type { AmlHold } from './aml-hold.entity';

/** Client, account and rule or scenario of a hold: further movements that share them repeat it. */
export type HoldSource = Pick<AmlHold, 'actor' | 'accountNumber' | 'scenarioCode' | 'ruleId'>;

/**
 * Undecided holds that are decided by themselves. The lock lets a decision wait for the batch, so that it decides the
 * repeats that the batch adds; a hold that is being decided is left out, and a repeat of it then is a hold of its own.
 */
const openHolds = (by: string): string => `SELECT h.id, h.actor, h.account_number, h.scenario_code, h.rule_id
  FROM aml_hold h
  WHERE h.institution_id = $1 AND h.status = 'Held' AND ${by} AND h.repeat_of_id IS NULL
    AND h.account_number = ANY(ARRAY(
      SELECT number FROM ledger_account WHERE institution_id = $1 AND id = ANY($2::bigint[]) AND kind = 'customer'))
  ORDER BY h.id DESC FOR SHARE OF h SKIP LOCKED`;

const STATEMENTS = {
  rules: { name: 'aml-open-rule-holds', text: openHolds('h.scenario_code IS NULL') },
  scenarios: { name: 'aml-open-holds', text: openHolds('h.scenario_code IS NOT NULL') },
};

interface OpenHoldRow {
  id: string;
  actor: string;
  account_number: string;
  scenario_code: string | null;
  rule_id: string;
}

function keyOf({ actor, accountNumber, scenarioCode, ruleId }: HoldSource): string {
  return `${actor}|${accountNumber}|${scenarioCode ?? `rule:${ruleId}`}`;
}

/** The undecided holds on the accounts of a batch that repeats join, those of the batch itself included. */
export class OpenHolds {
  private readonly ids = new Map<string, number>();

  /** Reads the holds by rules or by scenarios, under the locks of the batch. */
  static async read(
    query: BatchQuery,
    institutionId: number,
    { accountIds }: Pick<ScreenedBatch, 'accountIds'>,
    by: keyof typeof STATEMENTS,
  ): Promise<OpenHolds> {
    const { name, text } = STATEMENTS[by];
    const rows = await query<OpenHoldRow>(name, text, [institutionId, numberArray([...accountIds])]);
    const holds = new OpenHolds();
    for (const { id, actor, account_number: accountNumber, scenario_code: scenarioCode, rule_id: ruleId } of rows)
      holds.ids.set(keyOf({ actor, accountNumber, scenarioCode, ruleId: Number(ruleId) }), Number(id));
    return holds;
  }

  /** The hold that a movement of this source repeats; undefined for none. */
  repeatedBy(source: HoldSource): number | undefined {
    return this.ids.get(keyOf(source));
  }

  /** Lets later requests of the batch repeat a new hold. */
  note(hold: HoldSource & Pick<AmlHold, 'id' | 'repeatOfId'>): void {
    if (hold.repeatOfId === null) this.ids.set(keyOf(hold), hold.id);
  }
}
