import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AmlModule } from '../../src/aml/aml.module';
import { ApprovalsModule } from '../../src/approvals/approvals.module';
import { DecideApproval } from '../../src/approvals/commands/decide-approval';
import { CasesModule } from '../../src/cases/cases.module';
import type { StaffActor } from '../../src/common/http/actor';
import type { Outcome } from '../../src/common/http/outcome';
import type { WriteRequest } from '../../src/common/http/write-request';
import { MemberOf } from '../../src/common/registry/registry';
import { InstitutionsModule } from '../../src/institutions/institutions.module';
import type { PostingOrigin } from '../../src/ledger/engine/posting.entity';
import { definePostingOperation } from '../../src/ledger/engine/posting-operation';
import { ORDINARY } from '../../src/ledger/engine/posting-request';
import { LedgerModule } from '../../src/ledger/ledger.module';
import { DryRunsModule } from '../../src/ledger/movements/dry-runs.module';
import {
  type Movement,
  type MovementPlanner,
  MovementPlanners,
  type PostingPlan,
} from '../../src/ledger/movements/movement-planners';
import { Movements } from '../../src/ledger/movements/movements';
import { type CommonApp, startCommonApp } from './common-app';
import type { TestDatabase } from './database';
import { CASH, HOUSE } from './ledger-app';

export const TRANSFER = 'test-transfer';
const TRANSFER_ENDPOINT = 'POST /test/transfer';

/** The body of a test transfer; accounts by id, money in kobo. */
export interface TransferBody {
  debit: number;
  credit: number;
  amountKobo: number;
  reference: string;
  narration: string;
  feeKobo: number;
  beneficiaryAccountNumber?: string;
  /** Default: the business date. */
  valueDate?: string | undefined;
}

const testTransfer = definePostingOperation<null>({
  name: TRANSFER,
  title: 'Test transfer',
  answer: (_facts, { postingId }) => ({ message: 'Successful', data: { postingId } }),
});

/** Plans a transfer without look-ups, so that a test decides every leg. */
@Injectable()
@MemberOf(MovementPlanners)
class TransferPlanner implements MovementPlanner<TransferBody> {
  readonly operation = testTransfer;

  plan({ source }: Movement<TransferBody>): Promise<PostingPlan> {
    const { debit, credit, amountKobo, reference, narration, feeKobo, beneficiaryAccountNumber } = source.payload;
    const { valueDate } = source.payload;
    const fee = BigInt(feeKobo);
    const legs: PostingPlan['legs'] = [
      { accountId: debit, side: 'debit', amountKobo: BigInt(amountKobo), role: 'principal' },
      { accountId: credit, side: 'credit', amountKobo: BigInt(amountKobo), role: 'principal' },
    ];
    if (fee > 0n)
      legs.push(
        { accountId: debit, side: 'debit', amountKobo: fee, role: 'fee' },
        { accountId: CASH, side: 'credit', amountKobo: fee, role: 'fee' },
      );
    return Promise.resolve({
      kind: 'transfer',
      reference,
      narration,
      legs,
      amountKobo: BigInt(amountKobo),
      feeKobo: fee,
      operation: testTransfer.with(null),
      nature: ORDINARY,
      ...(valueDate === undefined ? {} : { valueDate }),
      ...(beneficiaryAccountNumber === undefined
        ? {}
        : { parties: { sourceAccounts: [], destinationAccounts: [beneficiaryAccountNumber] } }),
    });
  }
}

/** The answer or the refusal of a request. */
export interface Answer {
  httpStatus: number;
  code: string | undefined;
  message: string;
  data: Record<string, unknown>;
  replayed: boolean;
}

/** Waits for the answer or the refusal that a client would get. */
export async function answerOf(attempt: Promise<Outcome>): Promise<Answer> {
  try {
    const { httpStatus, message, data, meta } = await attempt;
    const facts = data as Record<string, unknown>;
    return {
      httpStatus,
      code: facts.statusCode as string | undefined,
      message,
      data: facts,
      replayed: meta.replayed === true,
    };
  } catch (error) {
    const { httpStatus, code, message, details } = error as {
      httpStatus?: number;
      code?: string;
      message: string;
      details?: Record<string, unknown>;
    };
    if (httpStatus === undefined) throw error;
    return { httpStatus, code, message, data: { ...details }, replayed: false };
  }
}

interface Sender {
  institutionId?: number;
  actor?: string;
  endpoint?: string;
  origin?: PostingOrigin;
  requestReference?: string;
}

/** Movements with the real gates: ledger, AML and approvals, without HTTP. */
export class MovementsApp {
  constructor(readonly common: CommonApp) {}

  get<T>(type: abstract new (...args: never[]) => T): T {
    return this.common.app.get(type as never, { strict: false });
  }

  get commands(): CommandBus {
    return this.get(CommandBus);
  }

  get queries(): QueryBus {
    return this.get(QueryBus);
  }

  /** Sends a transfer; `amlApprovalReference` makes it a retry. */
  send(body: TransferBody & { amlApprovalReference?: string }, sender: Sender = {}): Promise<Answer> {
    const {
      institutionId = HOUSE,
      actor = 'api-client:one',
      endpoint = TRANSFER_ENDPOINT,
      origin = 'api',
      requestReference = nextReference('REQ'),
    } = sender;
    const write: WriteRequest = { institutionId, actor, endpoint, requestReference };
    return answerOf(this.get(Movements).submit(this.get(TransferPlanner), { write, origin, body }));
  }

  /** Runs a command of staff that takes a `WriteRequest`. */
  asStaff(command: (write: WriteRequest) => Parameters<CommandBus['execute']>[0], staff: StaffActor): Promise<Answer> {
    const write: WriteRequest = {
      institutionId: staff.institutionId,
      actor: `staff:${staff.id}`,
      endpoint: 'POST /test',
      requestReference: undefined,
    };
    return answerOf(this.commands.execute<never, Outcome>(command(write) as never));
  }

  /**
   * Runs a command that asks for a change of rights or configuration, and lets a second person with the same
   * permissions approve it. @returns the answer as if the change had been made at once.
   */
  async asTwoStaff(
    command: (write: WriteRequest) => Parameters<CommandBus['execute']>[0],
    staff: StaffActor,
  ): Promise<Answer> {
    const asked = await this.asStaff(command, staff);
    if (asked.code !== 'PENDING_APPROVAL') return asked;
    const second = { ...staff, id: `${staff.id}-SECOND` };
    const decision = { approvalId: asked.data.approvalId as number, verdict: 'Approved' as const };
    const decided = await this.asStaff((write) => new DecideApproval(write, second, decision), second);
    return decided.httpStatus === 200 ? { ...decided, data: decided.data.result as Answer['data'] } : decided;
  }

  /** Stores a setting of the institution, as the owner of the database. */
  configure(key: string, value: string): Promise<void> {
    return this.common.asOwner(
      `INSERT INTO institution_setting (institution_id, key, value, sealed, updated_by)
         VALUES (${HOUSE}, '${key}', '${value}', false, 'test')
         ON CONFLICT (institution_id, key) DO UPDATE SET value = excluded.value`,
    );
  }
}

let references = 0;

/** An unused reference. */
export function nextReference(prefix = 'REF'): string {
  references += 1;
  return `${prefix}-${references}`;
}

export function staffWith(id: string, ...permissions: string[]): StaffActor {
  return { kind: 'staff', institutionId: HOUSE, id, permissions: new Set(permissions) };
}

/** Starts movements with the real gates, on a database of their own or as a second process on another's database. */
export async function startMovementsApp(shared?: TestDatabase): Promise<MovementsApp> {
  const common = await startCommonApp(
    {
      imports: [LedgerModule, DryRunsModule, InstitutionsModule, ApprovalsModule, AmlModule, CasesModule],
      providers: [TransferPlanner],
    },
    shared,
  );
  if (!shared)
    await common.asOwner(
      `INSERT INTO api_client (institution_id, id, client_id, secret_hash, secret_changed_at, name, status, scopes,
           allowed_addresses, created_at)
         VALUES (${HOUSE}, 1, 'one', '', now(), 'One', 'Active', '{}', '{}', now()),
           (${HOUSE}, 2, 'two', '', now(), 'Two', 'Active', '{}', '{}', now())`,
    );
  return new MovementsApp(common);
}
