/** What the parts of a run know of the bank under test; the orchestrator writes it to a file for the others. */
export interface Bank {
  urls: string[];
  institutionId: number;
  client: { clientId: string; clientSecret: string };
  staff: Record<string, { email: string; password: string }>;
  /** Customer accounts that transfers, holds and liens use. */
  accounts: string[];
  /** Customer accounts that pay other institutions and bills, and nothing else. */
  payers: string[];
  /** Customer accounts whose transfers AML holds. */
  largeSenders: string[];
  /** A ledger that customers may pay into: the hot account. */
  ledger: string;
  /** The cash that customers' money came from. */
  vault: string;
}

export interface Reply {
  httpStatus: number;
  data: Record<string, unknown>;
}

const TIMEOUT_MS = 15_000;

/** The API as a client and as staff. Every method throws when there is no answer. */
export class BankClient {
  private readonly tokens = new Map<string, string>();

  constructor(private readonly bank: Bank) {}

  /** @param process which of the API's processes is asked. */
  async call(process: number, method: 'GET' | 'POST', path: string, { body, reference, as = 'client' }: { body?: Record<string, unknown>; reference?: string; as?: string } = {}): Promise<Reply> {
    const url = this.bank.urls[process % this.bank.urls.length]!;
    const token = this.tokens.get(as) ?? (await this.signIn(url, as));
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...(reference === undefined ? {} : { 'request-reference': reference }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const parsed = (await answer.json()) as { data?: Record<string, unknown> };
    if (answer.status === 401) this.tokens.delete(as);
    return { httpStatus: answer.status, data: parsed.data ?? {} };
  }

  private async signIn(url: string, as: string): Promise<string> {
    const [path, credentials] = as === 'client' ? ['/api/auth/v1/authenticate', this.bank.client] : ['/api/admin/v1/login', this.bank.staff[as]];
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(credentials), signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { data } = (await answer.json()) as { data?: { accessToken?: string } };
    if (data?.accessToken === undefined) throw new Error(`No token for ${as}: ${answer.status}`);
    this.tokens.set(as, data.accessToken);
    return data.accessToken;
  }
}
