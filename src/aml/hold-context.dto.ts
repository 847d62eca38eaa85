import { ApiProperty } from '@nestjs/swagger';
import { WATCH_LIST_KINDS, type WatchListKind } from '../watch-lists/desk/watch-list.entity';
import { WatchListMatchView } from '../watch-lists/desk/watch-lists.dto';
import { HOLD_STATUSES, type HoldStatusName } from './aml-hold.entity';
import { RULE_DIRECTIONS, type RuleDirection } from './aml-rule.entity';

/** An account with which another one often deals. Amounts in Naira. */
export class UsualCounterpartyView {
  /** @example 1000000028 */
  accountNumber!: string;

  /** @example "Adaeze Okafor" */
  name!: string;

  /**
   * Postings with it among the account's latest 200 entries.
   * @example 12
   */
  count!: number;

  /** @example 2026-11-20T09:00:00.000Z */
  lastAt!: string;
}

/** A party of a held movement. Amounts in Naira; null where the number is no account of a customer here. */
export class HoldPartyView {
  /** @example 1000000011 */
  accountNumber!: string;

  /** @example source */
  role!: 'source' | 'destination';

  /** @example 00000101 */
  customerID!: string | null;

  /** @example "Adaeze Okafor" */
  name!: string | null;

  /** @example 2024-03-11 */
  openedAt!: string | null;

  /** @example 2 */
  kycTier!: number | null;

  /** @example 250000 */
  balance!: number | null;

  /**
   * What came in within 30 days before now.
   * @example 900000
   */
  in30d!: number | null;

  /** @example 650000 */
  out30d!: number | null;

  /** The five most frequent. */
  usualCounterparties!: UsualCounterpartyView[];
}

/** Another hold, in one line. */
export class OtherHoldView {
  /** @example 20417 */
  approvalId!: number;

  @ApiProperty({ enum: HOLD_STATUSES, example: 'Declined' })
  status!: HoldStatusName;

  /** @example "Large outflow" */
  ruleName!: string;

  @ApiProperty({ enum: RULE_DIRECTIONS, example: 'outflow' })
  direction!: RuleDirection;

  /** @example 1000000011 */
  accountNumber!: string;

  /**
   * Naira.
   * @example 600000
   */
  amount!: number;

  /** @example 2026-11-21T10:00:00.000Z */
  heldAt!: string;

  /** @example staff:ST0002 */
  decidedBy!: string | null;

  /** @example "Confirmed with the customer by telephone." */
  note!: string | null;
}

/** The rule as the hold was made by it. Amounts in Naira. */
export class HoldRuleView {
  /** @example 20300 */
  ruleID!: number;

  /** @example "Large outflow" */
  name!: string;

  /** @example 1000000 */
  threshold!: number;

  /** @example 600000 */
  amount!: number;

  /**
   * What had counted on the account in the 24 hours before.
   * @example 500000
   */
  windowSum!: number;
}

/** A movement of the account in the 24 hours before the hold. Amounts in Naira. */
export class WindowMovementView {
  /** @example 2026-11-21T08:00:00.000Z */
  postedAt!: string;

  /** @example PST000000020415 */
  postingReferenceNumber!: string;

  /** @example TRF-1 */
  reference!: string;

  /** @example "Rent" */
  narration!: string;

  /** @example 500000 */
  amount!: number;
}

/** The facts beside a hold, for its officer. */
export class HoldContextView {
  /** At most ten. */
  parties!: HoldPartyView[];

  /** Other holds that a party's account met, latest first; at most 20. */
  relatedHolds!: OtherHoldView[];

  /** Other holds of the last 90 days with the same account on the other side; at most 20. */
  sameCounterparty!: OtherHoldView[];

  rule!: HoldRuleView;

  /** In the direction of the hold, latest first; at most 50. */
  windowMovements!: WindowMovementView[];
}

/** An entry of a watch-list that matches the name of a party of a held movement. */
export class HoldNameHitView extends WatchListMatchView {
  /**
   * The name in the movement.
   * @example "Rockstone Tamarind Ventures"
   */
  searchedName!: string;

  /** @example own */
  listCode!: string;

  /** @example "Own list" */
  listName!: string;

  @ApiProperty({ enum: WATCH_LIST_KINDS, example: 'own' })
  kind!: WatchListKind;
}
