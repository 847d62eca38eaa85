import { setTimeout as sleep } from 'node:timers/promises';
import { call, Member } from './member';

const NAIRA = 'Naira';
const SCOPES = [
  'accounts:read',
  'accounts:write',
  'customers:write',
  'transfers:read',
  'transfers:write',
  'postings:write',
];
const BOOKED_WITHIN_MS = 10_000;
const POLL_MS = 100;
const VAULT_CASH = '1010';

/** An institution as `corebank institution create` answers it. */
export interface OpenedInstitution {
  institutionId: number;
  administrators: { staffID: string; email: string; code: string }[];
}

/** The balances in Naira that the books must show at the end, by account number. */
export type ExpectedBalances = Record<string, number>;

/** Brings one new institution from its first administrators to customers whose money moves. */
export class BankOpening {
  private staff: Record<string, Member> = {};
  private client = '';

  constructor(
    private readonly base: string,
    private readonly institution: OpenedInstitution,
  ) {}

  /** Two administrators begin, hire the others, and each hiring needs both. */
  async gatherStaff(): Promise<string> {
    const [first, second] = this.institution.administrators;
    this.staff.administrator = await Member.begin(this.base, first!.staffID, first!.email, first!.code);
    this.staff.secondAdministrator = await Member.begin(this.base, second!.staffID, second!.email, second!.code);
    this.staff.maker = await this.hire('MKR001', 'Maker');
    this.staff.checker = await this.hire('CHK001', 'Checker');
    this.staff.officer = await this.hire('AML001', 'AML officer');
    this.staff.secondOfficer = await this.hire('AML002', 'AML officer');
    return `${Object.keys(this.staff).length} members of staff, each with a second factor`;
  }

  /** What `institution check` asks for: screening, a letterhead, an API client by two people. */
  async configure(): Promise<string> {
    const { administrator, secondAdministrator, officer, secondOfficer } = this.staff;
    await officer!.postWith(secondOfficer!, '/aml/rules', {
      ...{ name: 'Large outflow', direction: 'outflow', threshold: 5_000_000, action: 'hold' },
    });
    await officer!.postWith(secondOfficer!, '/aml/screening', { enabled: true }, 'PUT');
    await administrator!.put('/configuration/LETTERHEAD_ADDRESS', { value: '1 Marina, Lagos' });
    const { result } = await administrator!.postWith(secondAdministrator!, '/api-clients', {
      ...{ name: 'Mobile channel', scopes: SCOPES, perDayLimit: 10_000_000 },
    });
    const { clientId, clientSecret } = result as { clientId: string; clientSecret: string };
    const { accessToken } = await call(this.base, 'POST', '/api/auth/v1/authenticate', {
      body: { clientId, clientSecret },
    });
    this.client = accessToken!;
    return 'AML rule, letterhead and API client, each change by two people';
  }

  /** Two customers, a deposit by maker and checker, a transfer, and a debit of a ledger that waits for the checker. */
  async moveMoney(): Promise<ExpectedBalances> {
    const [ada, emeka] = [await this.openAccount('Ada', 'Okafor'), await this.openAccount('Emeka', 'Obi')];
    const { maker, checker } = this.staff;
    await maker!.postWith(checker!, '/posting-groups', {
      referenceNumber: 'OPENING-DEPOSIT-1',
      narration: 'Cash deposit of Ada Okafor',
      entries: [
        { account: VAULT_CASH, side: 'Debit', amount: 100_000 },
        { account: ada, side: 'Credit', amount: 100_000 },
      ],
    });
    await this.untilBalance(ada, 100_000);
    await this.channel('/api/transfer/v1/localfundtransfer', {
      ...{ debitAccount: ada, creditAccount: emeka, amount: 25_000.5, narration: 'Rent', postingsTransactionType: 3 },
    });
    const { data } = await this.channel(
      '/api/postings/v1/posttransaction',
      {
        ...{ debitAccount: VAULT_CASH, creditAccount: emeka, amount: 1_000, narration: 'Refund' },
        referenceNumber: 'REFUND-1',
      },
      [202],
    );
    await checker!.post(`/approvals/${String(data.approvalId ?? data.approvalID)}/approve`, {});
    await this.untilBalance(emeka, 26_000.5);
    await this.channel(
      '/api/transfer/v1/localfundtransfer',
      { debitAccount: ada, creditAccount: emeka, amount: 75_000, narration: 'Too much' },
      [422],
    );
    return { [ada]: 74_999.5, [emeka]: 26_000.5 };
  }

  /** @throws Error where a balance is another than expected */
  async compareBalances(expected: ExpectedBalances): Promise<string> {
    for (const [accountNumber, amount] of Object.entries(expected)) {
      const found = await this.balanceOf(accountNumber);
      if (found !== amount) throw new Error(`${accountNumber} has ${found} instead of ${amount} ${NAIRA}.`);
    }
    return `${Object.keys(expected).length} balances are exact`;
  }

  /** @throws Error where another institution's account can be seen */
  async cannotSee(accountNumber: string): Promise<void> {
    await this.channel('/api/transfer/v1/balanceenquiry', { accountNumber }, [404]);
  }

  /** An approved movement is booked a moment after the approval. @throws Error when the balance does not come */
  private async untilBalance(accountNumber: string, amount: number): Promise<void> {
    const deadline = performance.now() + BOOKED_WITHIN_MS;
    while ((await this.balanceOf(accountNumber)) !== amount) {
      if (performance.now() > deadline) throw new Error(`${accountNumber} did not get ${amount} ${NAIRA}.`);
      await sleep(POLL_MS);
    }
  }

  private async balanceOf(accountNumber: string): Promise<number> {
    const { data } = await this.channel('/api/transfer/v1/balanceenquiry', { accountNumber });
    return Number(data.ledgerBalance ?? data.availableBalance);
  }

  private async hire(staffID: string, role: string): Promise<Member> {
    const { administrator, secondAdministrator } = this.staff;
    const email = `${staffID.toLowerCase()}@bank${this.institution.institutionId}.example`;
    await administrator!.postWith(secondAdministrator!, '/staff', {
      ...{ staffID, name: `${role} ${staffID}`, branchCode: '001', email, roles: [role] },
    });
    const { result } = await administrator!.postWith(secondAdministrator!, `/staff/${staffID}/password`, {});
    return Member.begin(this.base, staffID, email, String((result as { code: string }).code));
  }

  private async openAccount(firstName: string, lastName: string): Promise<string> {
    const { data } = await this.channel('/api/account/v1/createcustomeraccount', {
      ...{ firstName, lastName, accountName: `${firstName} ${lastName}`, branchCode: '001', productCode: 'SAV001' },
      ...{ accountOfficerStaffID: 'MKR001', kycTier: 3 },
    });
    return String(data.accountNumber);
  }

  private channel(path: string, body: object, expected: readonly number[] = [200]): ReturnType<typeof call> {
    return call(this.base, 'POST', path, { token: this.client, body, expected });
  }
}
