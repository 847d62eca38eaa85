import type { Command, Place, StatusAction, Verdict } from './commands';

/**
 * A model of the bank in memory, from its documentation. It shares no code with the program that it is compared with.
 */
export interface Bank {
  accounts: Account[];
  liens: Record<string, { account: number; amount: number; status: 'Active' | 'Released' }>;
  /** By the reference of their transfer. */
  postings: Record<
    string,
    {
      from: Place;
      to: Place;
      amount: number;
      status: 'Posted' | 'Held' | 'PendingApproval' | 'Declined' | 'Failed';
      reversed: boolean;
    }
  >;
  holds: Record<
    string,
    { status: 'Held' | 'Approved' | 'Declined' | 'Used'; goesOnBy: 'client' | 'itself'; approved: boolean }
  >;
  /** Of transfers and of changes of status, by the reference of what waits. */
  approvals: Record<
    string,
    { status: 'Pending' | 'Approved' | 'Declined'; account?: number; freezes?: number; released: boolean }
  >;
  /** Stored answers by request reference; `waitsFor` is the reference of a movement that is held or waits for staff. */
  answers: Record<string, { command: string; reply: string; waitsFor?: string }>;
  /** Released or approved movements that the system resumes, in any order. */
  tasks: { kind: 'run-approved' | 'run-released'; of: string }[];
}

export interface Account {
  status: 'Active' | 'Inactive' | 'Frozen' | 'Closed';
  balance: number;
  held: number;
  usedToday: number;
  /** Outflows and inflows of transfers, for AML. */
  out: number;
  in: number;
  /** What reversals took out of them. */
  outReversed: number;
  inReversed: number;
  /** The waiting request for a change of status. */
  waits: string | null;
  /** Freezes that have not ended. */
  freezes: number;
  /** The status to which the account returns when the last freeze ends. */
  unfrozen: 'Active' | 'Inactive';
}

/** The rules of a run. Each limit is of one account by its place. */
export const RULES = {
  /** Balance of each account at the start of a run. */
  opening: [3_000, 3_000, 1_000, 1_000],
  heldFrom: { account: 0, amount: 500 },
  /** Of what comes in, counting what has come in; it freezes the account too. */
  frozenFrom: { account: 1, amount: 3_600 },
  kyc: { account: 2, daily: 700, singleDeposit: 1_000, balance: 2_500 },
  limits: { account: 3, single: 300, daily: 800 },
  approvedFrom: 400,
};

export function newBank(): Bank {
  const accounts = RULES.opening.map((opening): Account => ({
    status: 'Active',
    balance: opening,
    held: 0,
    usedToday: 0,
    out: 0,
    in: opening,
    outReversed: 0,
    inReversed: 0,
    waits: null,
    freezes: 0,
    unfrozen: 'Active',
  }));
  return { accounts, liens: {}, postings: {}, holds: {}, approvals: {}, answers: {}, tasks: [] };
}

/** Carries a command out and returns its answer: `200`, `202 AML_HOLD`, `422 INSUFFICIENT_FUNDS`. */
export function answer(bank: Bank, command: Command): string {
  const key = JSON.stringify(command);
  const kept = bank.answers[command.ref];
  if (kept) return kept.command === key ? kept.reply : '409 DUPLICATE_REFERENCE';
  const reply = execute(bank, command);
  // Whatever is neither done nor refused for good may be asked again. A refusal of a release is not kept either.
  if (/^(200|202|422)/.test(reply) && !reply.includes('AML_REFERENCE_REJECTED'))
    bank.answers[command.ref] = { command: key, reply, ...(reply.startsWith('202') && waitsFor(command)) };
  return reply;
}

function waitsFor(command: Command): { waitsFor: string } | undefined {
  if (command.kind === 'transfer') return { waitsFor: command.ref };
  return command.kind === 'retry' ? { waitsFor: command.of } : undefined;
}

/** Requests whose movement waited are told its present state when they are repeated. */
function tellPresent(bank: Bank, of: string, reply: string): void {
  for (const kept of Object.values(bank.answers)) {
    if (kept.waitsFor !== of) continue;
    kept.reply = reply;
    if (!reply.startsWith('202')) delete kept.waitsFor;
  }
}

/** Resumes a released or approved movement. */
export function runTask(bank: Bank, { kind, of }: Bank['tasks'][number]): void {
  const posting = bank.postings[of]!;
  const approval = bank.approvals[of];
  const hold = bank.holds[of];
  const how =
    kind === 'run-approved'
      ? { released: approval!.released, approved: true }
      : { released: true, approved: hold!.approved };
  if (kind === 'run-released') hold!.status = 'Used';
  const reply = move(bank, of, posting, { ...how, byItself: true });
  if (!/^20/.test(reply)) posting.status = 'Failed';
  tellPresent(bank, of, reply);
}

function execute(bank: Bank, command: Command): string {
  switch (command.kind) {
    case 'transfer':
      return move(bank, command.ref, command, { released: false, approved: false, byItself: false });
    case 'retry':
      return retry(bank, command);
    case 'reverse':
      return reverse(bank, command.of);
    case 'place-lien':
      return placeLien(bank, command);
    case 'change-lien':
      return changeLien(bank, command.lien, command.amount);
    case 'release-lien':
      return releaseLien(bank, command.lien);
    case 'change-status':
      return changeStatus(bank, command.ref, command.account, command.action);
    case 'close':
      return close(bank, command.account);
    case 'decide-hold':
      return decideHold(bank, command.of, command.verdict);
    case 'decide':
      return decide(bank, command.of, command.verdict, command.by);
  }
}

interface How {
  released: boolean;
  approved: boolean;
  /** The answer of a resumed movement goes to no client. */
  byItself: boolean;
}

/** Checks accounts, AML, limits, funds and approval; the first violation decides. */
function move(
  bank: Bank,
  ref: string,
  { from, to, amount }: { from: Place; to: Place; amount: number },
  { released, approved, byItself }: How,
): string {
  const debited = from === 'vault' ? undefined : bank.accounts[from]!;
  const credited = to === 'vault' ? undefined : bank.accounts[to]!;
  if (debited && debited.status !== 'Active') return `409 ACCOUNT_${debited.status.toUpperCase()}`;
  if (credited && (credited.status === 'Inactive' || credited.status === 'Closed'))
    return `409 ACCOUNT_${credited.status.toUpperCase()}`;
  const wait = (status: 'Held' | 'PendingApproval'): void =>
    void (bank.postings[ref] = { from, to, amount, status, reversed: false });

  const { heldFrom, frozenFrom } = RULES;
  const isHeld = from === heldFrom.account && debited!.out - debited!.outReversed + amount >= heldFrom.amount;
  const freezes = to === frozenFrom.account && credited!.in - credited!.inReversed + amount >= frozenFrom.amount;
  if (!released && (isHeld || freezes)) {
    if (freezes && credited!.status !== 'Frozen')
      Object.assign(credited!, { status: 'Frozen', freezes: 1, unfrozen: 'Active' });
    wait('Held');
    bank.holds[ref] = { status: 'Held', goesOnBy: byItself ? 'itself' : 'client', approved };
    return '202 AML_HOLD';
  }

  const exceeded = exceededLimit(bank, from, to, amount);
  if (exceeded !== undefined) return `422 LIMIT_EXCEEDED ${exceeded}`;
  if (debited && debited.balance - debited.held < amount) return '422 INSUFFICIENT_FUNDS';
  if (!approved && amount >= RULES.approvedFrom) {
    wait('PendingApproval');
    bank.approvals[ref] = { status: 'Pending', released };
    return '202 PENDING_APPROVAL';
  }

  if (debited)
    Object.assign(debited, {
      balance: debited.balance - amount,
      out: debited.out + amount,
      usedToday: debited.usedToday + amount,
    });
  if (credited) Object.assign(credited, { balance: credited.balance + amount, in: credited.in + amount });
  bank.postings[ref] = { from, to, amount, status: 'Posted', reversed: false };
  return '200';
}

/** The name of the first limit that a movement would break. */
function exceededLimit({ accounts }: Bank, from: Place, to: Place, amount: number): string | undefined {
  const { kyc, limits } = RULES;
  const usedWith = (account: number): number => accounts[account]!.usedToday + amount;
  if (from === limits.account && amount > limits.single) return 'single transaction';
  if (from === limits.account && usedWith(from) > limits.daily) return 'daily';
  if (from === kyc.account && usedWith(from) > kyc.daily) return 'KYC tier 1 daily';
  if (to === kyc.account && amount > kyc.singleDeposit) return 'KYC tier 1 single deposit';
  return to === kyc.account && accounts[to]!.balance + amount > kyc.balance ? 'KYC tier 1 balance' : undefined;
}

function retry(bank: Bank, { of, from, to, amount }: Extract<Command, { kind: 'retry' }>): string {
  const [hold, posting] = [bank.holds[of]!, bank.postings[of]!];
  const rejected = (why: string): string => `422 AML_REFERENCE_REJECTED ${why}`;
  if (amount !== posting.amount) return rejected('PAYLOAD_CHANGED');
  if (hold.status === 'Held') return rejected('PENDING');
  if (hold.status !== 'Approved') return rejected(hold.status.toUpperCase());
  const reply = move(bank, of, { from, to, amount }, { released: true, approved: false, byItself: false });
  if (/^20/.test(reply)) {
    hold.status = 'Used';
    tellPresent(bank, of, reply);
  }
  return reply;
}

/** Once and whole. Money that comes back is no inflow, and no limit stops it. */
function reverse(bank: Bank, of: string): string {
  const posting = bank.postings[of]!;
  if (posting.status !== 'Posted') return '422 REVERSAL_NOT_ALLOWED';
  if (posting.reversed) return '409 ALREADY_REVERSED';
  const { from, to, amount } = posting;
  const payer = from === 'vault' ? undefined : bank.accounts[from]!;
  const payee = to === 'vault' ? undefined : bank.accounts[to]!;
  if (payee && payee.status !== 'Active') return `409 ACCOUNT_${payee.status.toUpperCase()}`;
  if (payee && payee.balance - payee.held < amount) return '422 INSUFFICIENT_FUNDS';
  posting.reversed = true;
  if (payee) Object.assign(payee, { balance: payee.balance - amount, inReversed: payee.inReversed + amount });
  // The money of a closed account goes to unclaimed funds.
  if (payer && payer.status !== 'Closed')
    Object.assign(payer, {
      balance: payer.balance + amount,
      outReversed: payer.outReversed + amount,
      usedToday: Math.max(0, payer.usedToday - amount),
    });
  return '200';
}

/** The reason why an account cannot have a lien of this amount; a frozen account can. */
function refuseToHold({ status, balance, held }: Account, amount: number): string | undefined {
  if (status === 'Closed' || status === 'Inactive') return `409 ACCOUNT_${status.toUpperCase()}`;
  return balance - held < amount ? '422 INSUFFICIENT_FUNDS' : undefined;
}

function placeLien(bank: Bank, { lien, account, amount }: Extract<Command, { kind: 'place-lien' }>): string {
  if (bank.liens[lien]) return '409 DUPLICATE_REFERENCE';
  const refusal = refuseToHold(bank.accounts[account]!, amount);
  if (refusal) return refusal;
  bank.liens[lien] = { account, amount, status: 'Active' };
  bank.accounts[account]!.held += amount;
  return '200';
}

function changeLien(bank: Bank, name: string, amount: number): string {
  const lien = bank.liens[name]!;
  if (lien.status !== 'Active') return '409 LIEN_NOT_ACTIVE';
  const more = amount - lien.amount;
  const account = bank.accounts[lien.account]!;
  const refusal = more > 0 ? refuseToHold(account, more) : undefined;
  if (refusal) return refusal;
  account.held += more;
  lien.amount = amount;
  return '200';
}

function releaseLien(bank: Bank, name: string): string {
  const lien = bank.liens[name]!;
  if (lien.status !== 'Active') return '409 LIEN_NOT_ACTIVE';
  lien.status = 'Released';
  bank.accounts[lien.account]!.held -= lien.amount;
  return '200';
}

const MADE_FROM: Record<StatusAction, { from: Account['status'][]; to: Account['status'] }> = {
  activate: { from: ['Inactive'], to: 'Active' },
  deactivate: { from: ['Active'], to: 'Inactive' },
  freeze: { from: ['Active', 'Inactive', 'Frozen'], to: 'Frozen' },
  unfreeze: { from: ['Frozen'], to: 'Active' },
};

function refuseAction({ status }: Account, action: StatusAction): string | undefined {
  if (MADE_FROM[action].from.includes(status)) return undefined;
  return status === 'Closed' ? '409 ACCOUNT_CLOSED' : '409 STATUS_CHANGE_NOT_ALLOWED';
}

/** Only staff end a freeze. */
function changeStatus(bank: Bank, ref: string, place: number, action: StatusAction): string {
  const account = bank.accounts[place]!;
  const refusal = refuseAction(account, action);
  if (refusal) return refusal;
  if (action !== 'freeze' && account.waits !== null) return '409 STATUS_CHANGE_PENDING';
  if (action === 'unfreeze') {
    account.waits = ref;
    bank.approvals[ref] = { status: 'Pending', account: place, freezes: account.freezes, released: false };
    return '202 PENDING_APPROVAL';
  }
  if (action === 'freeze' && account.status !== 'Frozen')
    account.unfrozen = account.status === 'Inactive' ? 'Inactive' : 'Active';
  account.status = MADE_FROM[action].to;
  if (action === 'freeze') account.freezes += 1;
  return '200';
}

function close(bank: Bank, place: number): string {
  const account = bank.accounts[place]!;
  if (account.status === 'Closed') return '409 ACCOUNT_CLOSED';
  if (account.status === 'Frozen') return '409 ACCOUNT_FROZEN';
  if (account.balance !== 0) return '422 ACCOUNT_BALANCE_NOT_ZERO';
  if (account.held !== 0) return '422 ACCOUNT_HAS_LIEN';
  const isWanted = Object.values(bank.postings).some(
    ({ status, from, to }) => status === 'Held' && (from === place || to === place),
  );
  if (isWanted || account.waits !== null) return '422 ACCOUNT_CLOSURE_BLOCKED';
  account.status = 'Closed';
  return '200';
}

function decline(bank: Bank, of: string): void {
  bank.postings[of]!.status = 'Declined';
  tellPresent(bank, of, '422 TRANSACTION_NOT_EXECUTED');
}

function decideHold(bank: Bank, of: string, verdict: Verdict): string {
  const hold = bank.holds[of]!;
  if (hold.status !== 'Held') return '409 APPROVAL_ALREADY_DECIDED';
  hold.status = verdict === 'approve' ? 'Approved' : 'Declined';
  if (verdict === 'decline') decline(bank, of);
  else if (hold.goesOnBy === 'itself') bank.tasks.push({ kind: 'run-released', of });
  return '200';
}

function decide(bank: Bank, of: string, verdict: Verdict, by: 'checker' | 'maker'): string {
  const approval = bank.approvals[of]!;
  if (by === 'maker') return '403 PERMISSION_DENIED';
  if (approval.status !== 'Pending') return '409 APPROVAL_ALREADY_DECIDED';
  if (approval.account !== undefined) {
    const account = bank.accounts[approval.account]!;
    const refusal = verdict === 'approve' ? refuseAction(account, 'unfreeze') : undefined;
    if (refusal) return refusal;
    // A freeze since the request was made is another reason, which it does not answer.
    if (verdict === 'approve' && account.freezes !== approval.freezes) return '409 STATUS_CHANGE_NOT_ALLOWED';
    account.waits = null;
    if (verdict === 'approve') {
      account.freezes -= 1;
      if (account.freezes === 0) account.status = account.unfrozen;
    }
  } else if (verdict === 'approve') bank.tasks.push({ kind: 'run-approved', of });
  else decline(bank, of);
  approval.status = verdict === 'approve' ? 'Approved' : 'Declined';
  return '200';
}
