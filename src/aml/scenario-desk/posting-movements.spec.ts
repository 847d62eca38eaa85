import '../../load-posting-operations';
import { cardSpend } from '../../cards/card-spend.operation';
import type { OnwardPosting } from '../../ledger/engine/posting-request';
import { account, leg, PLAIN, requestWith, reversalOf } from '../../ledger/engine/testing/batch-fixtures';
import { localTransfer } from '../../transfers/local/local-transfer.operation';
import { outwardTransfer } from '../../transfers/outward/outward-transfer.operation';
import { type MovementSetting, movementsOfPosting, movementsOfRequest } from './posting-movements';

const [PAYER, PAYEE, TILL, SETTLEMENT] = [1, 2, 90, 91];

const setting: MovementSetting = {
  accounts: new Map(
    [
      account({ id: PAYER, name: 'Ada Obi', kycTier: 2, openedOn: '2026-11-11', creditsPostedKobo: 900n }),
      account({ id: PAYEE, name: 'Bola Ade' }),
      account({ id: TILL, kind: 'gl', normalSide: 'debit' }),
      account({ id: SETTLEMENT, kind: 'gl' }),
    ].map((each) => [each.id, each]),
  ),
  owners: new Map([[PAYER, { product: 'SAV001', customer: { id: 7, type: 'Individual' } }]]),
  tills: new Map([[TILL, '1010-T1']]),
  now: new Date('2026-11-21T11:00:00Z'),
  utcOffsetMinutes: 60,
};

describe('movementsOfPosting', () => {
  it('gives a transfer one movement on each side, each with the other as counterparty', () => {
    const request = requestWith([leg(PAYER, 'debit', 500n), leg(PAYEE, 'credit', 500n)], {
      operation: localTransfer.with({} as never),
      narration: 'Rent',
    });
    const [out, into] = movementsOfPosting(request, 20, setting, 'posted');
    expect(out).toEqual({
      postingId: 20,
      at: setting.now.getTime(),
      utcOffsetMinutes: 60,
      direction: 'outflow',
      amountKobo: 500n,
      endpoint: 'local-transfer',
      channel: 'transfer',
      outcome: 'posted',
      narration: 'Rent',
      account: { id: PAYER, status: 'Active', balanceBeforeKobo: 900n, tier: 2, product: 'SAV001', ageDays: 10 },
      customer: { id: 7, type: 'Individual' },
      counterparty: { key: `account:${PAYEE}`, accountId: PAYEE, name: 'Bola Ade' },
    });
    expect(into).toMatchObject({ direction: 'inflow', account: { id: PAYEE }, counterparty: { accountId: PAYER } });
  });

  it('counts what the caller chose, and neither fees of the tariff nor ledgers', () => {
    const request = requestWith([
      leg(PAYER, 'debit', 500n),
      leg(PAYER, 'debit', 10n, 'fee'),
      leg(SETTLEMENT, 'credit', 510n),
    ]);
    expect(movementsOfPosting(request, 20, setting, 'posted')).toMatchObject([{ amountKobo: 500n, channel: 'ledger' }]);
  });

  it('takes a posting with a till for cash of the teller', () => {
    const request = requestWith([leg(TILL, 'debit', 500n), leg(PAYER, 'credit', 500n)], { operation: PLAIN });
    expect(movementsOfPosting(request, 20, setting, 'posted')).toMatchObject([
      { channel: 'cash', purpose: 'cash-in', agent: '1010-T1', direction: 'inflow' },
    ]);
  });

  describe('of a loan that is repaid', () => {
    const repaid = { loanId: 9, borrowerId: 7, accountId: PAYER, principalKobo: 900n, repaidKobo: 500n };
    const request = requestWith([leg(PAYER, 'debit', 500n), leg(SETTLEMENT, 'credit', 500n)], {
      operation: PLAIN,
      repaidLoans: [
        { ...repaid, amountKobo: 100n, elapsedPercent: 90 },
        { ...repaid, loanId: 10, amountKobo: 400n, elapsedPercent: 20 },
        { ...repaid, loanId: 11, accountId: PAYEE, amountKobo: 900n, elapsedPercent: 20 },
      ],
    });

    it('tells the loan of the account to which most went', () => {
      expect(movementsOfPosting(request, 20, setting, 'posted')).toMatchObject([
        {
          ...{ channel: 'loan', purpose: 'loan-repayment', amountKobo: 500n },
          loan: { id: 10, principalKobo: 900n, repaidKobo: 500n, elapsedPercent: 20, paidByOther: false },
        },
      ]);
    });

    it('tells whether the payer is the borrower', () => {
      const owners = new Map([[PAYER, { customer: { id: 8 } }]]);
      expect(movementsOfPosting(request, 20, { ...setting, owners }, 'posted')).toMatchObject([
        { loan: { paidByOther: true } },
      ]);
    });
  });

  it('tells that both sides of a transfer have one owner', () => {
    const request = requestWith([leg(PAYER, 'debit', 500n), leg(PAYEE, 'credit', 500n)], { operation: PLAIN });
    const sameOwner = (payeeOwner: number): unknown[] => {
      const owners = new Map([...setting.owners, [PAYEE, { customer: { id: payeeOwner } }] as const]);
      return movementsOfPosting(request, 20, { ...setting, owners }, 'posted').map(
        ({ counterparty }) => counterparty?.isSameOwner,
      );
    };
    expect(sameOwner(7)).toEqual([true, true]);
    expect(sameOwner(8)).toEqual([undefined, undefined]);
  });

  it('takes terminal and purpose of a card from what its provider told', () => {
    const facts = (transaction: object): object[] =>
      movementsOfPosting(
        requestWith([leg(PAYER, 'debit', 500n), leg(SETTLEMENT, 'credit', 500n)], {
          operation: cardSpend.with({ transaction } as never),
        }),
        20,
        setting,
        'posted',
      );
    expect(facts({ transactionType: 'Withdrawal', terminalId: '2SBX0001' })).toMatchObject([
      { channel: 'card', purpose: 'cash-out', terminal: '2SBX0001' },
    ]);
    const [purchase] = facts({ transactionType: 'Purchase', terminalId: null });
    expect(purchase).toMatchObject({ channel: 'card', purpose: 'payment' });
    expect(purchase).not.toHaveProperty('terminal');
  });

  it('names bank and account of the beneficiary of a transfer to another institution', () => {
    const transfer = {
      destinationInstitutionCode: '058',
      beneficiaryAccountNumber: '0123456789',
      beneficiaryAccountName: 'Chi Eze',
    };
    const request = requestWith([leg(PAYER, 'debit', 500n), leg(SETTLEMENT, 'credit', 500n)], {
      operation: outwardTransfer.with({ transfer } as never),
    });
    expect(movementsOfPosting(request, 20, setting, 'posted')).toMatchObject([
      { channel: 'interbank', counterparty: { key: '058:0123456789', bank: '058', name: 'Chi Eze' } },
    ]);
  });

  it('leaves reversals out, which take a movement back', () => {
    const request = requestWith([leg(PAYER, 'credit', 500n), leg(PAYEE, 'debit', 500n)], { nature: reversalOf(9) });
    expect(movementsOfPosting(request, 20, setting, 'posted')).toEqual([]);
  });

  it('has no counterparty where two customers are on the other side', () => {
    const third = account({ id: 3 });
    const accounts = new Map([...setting.accounts, [3, third]]);
    const request = requestWith([leg(PAYER, 'debit', 500n), leg(PAYEE, 'credit', 300n), leg(3, 'credit', 200n)]);
    const [out] = movementsOfPosting(request, 20, { ...setting, accounts }, 'posted');
    expect(out).toMatchObject({ direction: 'outflow', account: { id: PAYER } });
    expect(out).not.toHaveProperty('counterparty');
  });
});

describe('movementsOfRequest', () => {
  it('adds the movements of the postings that follow from the request', () => {
    const whole = requestWith([leg(PAYER, 'debit', 500n), leg(SETTLEMENT, 'credit', 500n)], {
      onward: {
        together: true,
        postings: [
          {
            place: 'rows[0]',
            alone: 'local-transfer',
            kind: 'transfer',
            reference: 'R1',
            operation: PLAIN,
            narration: 'Row',
            legs: [leg(SETTLEMENT, 'debit', 500n), leg(PAYEE, 'credit', 500n)],
            amountKobo: 500n,
          },
        ],
      },
    });
    expect(movementsOfRequest(whole, 20, setting, 'held')).toMatchObject([
      { account: { id: PAYER }, direction: 'outflow', outcome: 'held' },
      { account: { id: PAYEE }, direction: 'inflow', outcome: 'held' },
    ]);
  });

  it('gives each movement the balance that the ones before it in the request leave, as when they are posted', () => {
    const row = (reference: string, amountKobo: bigint): OnwardPosting => ({
      place: 'rows[0]',
      alone: 'local-transfer',
      kind: 'transfer',
      reference,
      operation: PLAIN,
      narration: 'Row',
      legs: [leg(SETTLEMENT, 'debit', amountKobo), leg(PAYER, 'credit', amountKobo)],
      amountKobo,
    });
    const whole = requestWith([leg(PAYER, 'debit', 500n), leg(SETTLEMENT, 'credit', 500n)], {
      onward: { together: true, postings: [row('R1', 200n), row('R2', 300n)] },
    });
    const balances = movementsOfRequest(whole, 20, setting, 'held').map(({ account: { balanceBeforeKobo } }) =>
      Number(balanceBeforeKobo),
    );
    expect(balances).toEqual([900, 400, 600]);
  });
});
