import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { AppError } from '../common/errors/app-error';
import { nairaToKobo } from '../common/money/naira';
import { vatKobo } from '../common/money/percentage';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { AccountDirectory } from '../ledger/chart/account-directory';
import { LedgerService } from '../ledger/engine/ledger.service';
import { Posting } from '../ledger/engine/posting.entity';
import { SYSTEM_POSTING, systemPosting } from '../ledger/engine/posting-operation';
import { ORDINARY, type PostingLeg } from '../ledger/engine/posting-request';
import { REVERSAL_KIND } from '../postings/posting-kinds';
import { type Mirror, ReversalBuilder } from '../postings/reversal-builder';
import type { Card } from './card.entity';
import { cardsErrors } from './cards.errors';
import { CARD_VAT } from './cards.settings';
import { orNotConfigured } from './or-not-configured';

const ISSUANCE_KIND = 'card-issuance';
const MAKER = 'system:cards';

/** The issuance charge of a new card, with the ledgers that take it. */
export interface IssuanceCharge {
  chargeKobo: bigint;
  vatKobo: bigint;
  chargeLedgerId: number;
  /** Undefined when there is no VAT. */
  vatLedgerId: number | undefined;
}

const SETTINGS = [
  'CARD_ISSUANCE_CHARGE',
  'CARD_ISSUANCE_CHARGE_LEDGER_CODE',
  'VAT_RATE',
  'VAT_LEDGER_CODE',
  CARD_VAT,
] as const;

/** Posts the issuance charge with the card's row, and returns it when the provider refuses the card. */
@Injectable()
export class CardCharges {
  constructor(
    private readonly settings: InstitutionSettings,
    private readonly directory: AccountDirectory,
    private readonly ledger: LedgerService,
    private readonly mirrors: ReversalBuilder,
  ) {}

  /** Undefined when no charge is configured. @throws CARD_CHARGE_NOT_CONFIGURED (503) */
  async find(institutionId: number): Promise<IssuanceCharge | undefined> {
    const settings = await this.settings.getMany(institutionId, SETTINGS);
    const chargeKobo = nairaToKobo(Number(settings.CARD_ISSUANCE_CHARGE ?? '0')) ?? 0n;
    if (chargeKobo === 0n) return undefined;
    const vat = settings[CARD_VAT] === 'true' ? vatKobo(chargeKobo, settings.VAT_RATE ?? '0') : 0n;
    return {
      chargeKobo,
      vatKobo: vat,
      chargeLedgerId: await this.ledgerId(institutionId, settings.CARD_ISSUANCE_CHARGE_LEDGER_CODE),
      vatLedgerId: vat === 0n ? undefined : await this.ledgerId(institutionId, settings.VAT_LEDGER_CODE),
    };
  }

  /**
   * Posts the charge in the transaction that creates the card. It is not a movement that a caller requests, so it is
   * neither screened nor queued for approval.
   * @returns the posting's id.
   * @throws CARD_CHARGE_NOT_CONFIGURED (503), AppError of the engine, such as INSUFFICIENT_FUNDS (422)
   */
  async take(
    tx: Tx,
    card: Card,
    { chargeKobo, vatKobo: vat, chargeLedgerId, vatLedgerId }: IssuanceCharge,
  ): Promise<number> {
    const { institutionId, accountId, referenceNumber, createdBy, provider, maskedPan } = card;
    const pair = (ledgerId: number, amountKobo: bigint, role: 'fee' | 'tax', narration: string): PostingLeg[] => [
      { accountId, side: 'debit', amountKobo, role, narration },
      { accountId: ledgerId, side: 'credit', amountKobo, role, narration, namedByCaller: false },
    ];
    const decision = await this.ledger.postWithin(tx, {
      institutionId,
      kind: ISSUANCE_KIND,
      reference: referenceNumber,
      origin: 'api',
      maker: createdBy,
      narration: 'Card issuance charge',
      legs: [
        ...pair(chargeLedgerId, chargeKobo, 'fee', 'Card issuance charge'),
        ...(vatLedgerId === undefined ? [] : pair(vatLedgerId, vat, 'tax', 'VAT on card issuance charge')),
      ],
      amountKobo: chargeKobo,
      feeKobo: 0n,
      nature: ORDINARY,
      operation: systemPosting.with({
        metadata: {
          channel: 'cards',
          provider,
          transaction_type: 'issuance_charge',
          masked_pan: maskedPan,
          reference_number: referenceNumber,
        },
      }),
    });
    if (decision.kind === 'refused') throw orNotConfigured(decision.error, cardsErrors.CARD_CHARGE_NOT_CONFIGURED);
    if (decision.kind !== 'posted') throw new Error(`An issuance charge ended as ${decision.kind}.`);
    return decision.postingId;
  }

  /**
   * Returns the charge of a locked card, VAT included.
   * @returns the id of the reversal's posting; undefined when the ledger refuses it in the present state of its
   *   accounts.
   */
  async giveBack(tx: Tx, { institutionId, referenceNumber, chargePostingId }: Card): Promise<number | undefined> {
    const original = await tx.findOneByOrFail(Posting, { institutionId, id: chargePostingId! });
    const mirror = await this.mirrorOf(tx, original);
    if (!mirror) return undefined;
    const decision = await this.ledger.postWithin(tx, {
      ...mirror,
      institutionId,
      operation: SYSTEM_POSTING,
      nature: { type: 'reversal', postingId: original.id, restoresLimits: false },
      kind: REVERSAL_KIND,
      reference: this.mirrors.reference(original),
      origin: 'system',
      maker: MAKER,
      narration: `Reversal of card issuance charge ${referenceNumber}`.slice(0, 250),
    });
    if (decision.kind === 'refused') return undefined;
    if (decision.kind !== 'posted') throw new Error(`The reversal of an issuance charge ended as ${decision.kind}.`);
    return decision.postingId;
  }

  /** Undefined when the account is closed and no ledger of unclaimed funds is configured. */
  private async mirrorOf(tx: Tx, original: Posting): Promise<Mirror | undefined> {
    try {
      return await this.mirrors.build(tx, original);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  private async ledgerId(institutionId: number, code: string | undefined): Promise<number> {
    const ledger = code === undefined ? undefined : await this.directory.find(institutionId, code);
    if (ledger?.kind !== 'gl') throw cardsErrors.CARD_CHARGE_NOT_CONFIGURED();
    return ledger.ledgerAccountId;
  }
}
