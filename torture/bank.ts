/** Facts of the bank under test that the parts of a run share through a file of the orchestrator. */
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
  /** Customer accounts that have loans, and nothing else. */
  borrowers: string[];
  /** The loans that run when the load begins. */
  loans: BorrowedMoney[];
  /** A ledger that customers may pay into and that loans are repaid from: the hot account. */
  ledger: string;
  /** The cash that customers' money came from. */
  vault: string;
}

/** A loan, and what is owed of it in Naira as far as is known. */
export interface BorrowedMoney {
  loanAccountNumber: string;
  outstanding: number;
}

export interface Reply {
  httpStatus: number;
  data: Record<string, unknown>;
  /** When the request left, in milliseconds of the machine's clock: signing in may have come before. */
  begunAt: number;
}

/** There was no answer. */
export class NoAnswerError extends Error {
  constructor(
    readonly begunAt: number,
    readonly failure: string,
  ) {
    super(failure);
    this.name = 'NoAnswerError';
  }
}

export interface Call {
  body?: Record<string, unknown>;
  reference?: string;
  /** `client`, or the part a member of staff has. */
  as?: string;
}

const TIMEOUT_MS = 15_000;

/** The API as a client and as staff. */
export class BankClient {
  /** By actor; concurrent callers wait for the token that is being fetched. */
  private readonly tokens = new Map<string, Promise<string>>();

  constructor(private readonly bank: Bank) {}

  /**
   * @param process which of the API's processes is asked.
   * @throws NoAnswerError
   */
  async call(
    process: number,
    method: 'GET' | 'POST',
    path: string,
    { body, reference, as = 'client' }: Call = {},
  ): Promise<Reply> {
    const url = this.bank.urls[process % this.bank.urls.length]!;
    const signedIn = this.token(url, as);
    const token = await signedIn;
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(reference === undefined ? {} : { 'request-reference': reference }),
    };
    const begunAt = Date.now();
    const answer = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => lost(begunAt, error));
    const parsed = await (answer.json() as Promise<{ data?: Record<string, unknown> }>).catch((error: unknown) =>
      lost(begunAt, error),
    );
    // Unless another caller has fetched a new one meanwhile.
    if (answer.status === 401 && this.tokens.get(as) === signedIn) this.tokens.delete(as);
    return { httpStatus: answer.status, data: parsed.data ?? {}, begunAt };
  }

  private token(url: string, as: string): Promise<string> {
    const known = this.tokens.get(as) ?? this.signIn(url, as);
    this.tokens.set(as, known);
    known.catch(() => this.tokens.delete(as));
    return known;
  }

  private async signIn(url: string, as: string): Promise<string> {
    const [path, credentials] =
      as === 'client' ? ['/api/auth/v1/authenticate', this.bank.client] : ['/api/admin/v1/login', this.bank.staff[as]];
    const body = JSON.stringify(credentials);
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => lost(Date.now(), error));
    const { data } = await (answer.json() as Promise<{ data?: { accessToken?: string } }>).catch((error: unknown) =>
      lost(Date.now(), error),
    );
    if (data?.accessToken === undefined) throw new NoAnswerError(Date.now(), `no token: ${answer.status}`);
    return data.accessToken;
  }
}

function lost(begunAt: number, error: unknown): never {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  throw new NoAnswerError(begunAt, cause?.code ?? name);
}
