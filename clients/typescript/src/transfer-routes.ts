import type { Schemas } from './corebank.js';
import { Money } from './money.js';
import type { Done, Sent } from './outcomes.js';

type WithMoney<Body> = Omit<Body, 'amount' | 'feeCharge' | 'amlApprovalReference'> & {
  amount: Money;
  feeCharge?: Money;
};

export type LocalTransfer = WithMoney<Schemas['LocalFundTransferBody']>;
export type OutwardTransfer = WithMoney<Schemas['OutwardTransferBody']>;

/** How one kind of transfer is sent, asked about and read. */
export interface TransferRoute<Body, Success> {
  path: string;
  /** The address that tells what became of a transfer. */
  queryPath(body: Body, reference: string): string;
  /** What `data` of a 200 says. @param replayed whether it is not the first answer */
  read(data: Record<string, unknown>, reference: string, replayed: boolean): Success;
  /** What a status query says; undefined while the transfer is held, waits, or was not executed. */
  readStatus(data: Record<string, unknown>, reference: string): Success | undefined;
}

function done(data: Record<string, unknown>, reference: string, replayed: boolean): Done {
  const { postingReferenceNumber, amount } = data as Schemas['LocalTransferView'];
  return { kind: 'done', reference, postingReference: postingReferenceNumber, amount: Money.naira(amount), replayed };
}

function sent(data: Record<string, unknown>, reference: string, replayed: boolean): Sent {
  const { sessionID, processingStatus, amount, totalDebited } = data as Schemas['OutwardTransferView'];
  return {
    kind: 'sent',
    reference,
    sessionID: sessionID ?? undefined,
    processingStatus,
    isFinal: processingStatus === 'Processed' || processingStatus === 'Reversed',
    amount: Money.naira(amount),
    totalDebited: Money.naira(totalDebited),
    replayed,
  };
}

export const LOCAL_TRANSFER: TransferRoute<LocalTransfer, Done> = {
  path: '/api/transfer/v1/localfundtransfer',
  queryPath: (_, reference) => `/api/transfer/v1/tsq/local?referenceNumber=${encodeURIComponent(reference)}`,
  read: done,
  readStatus: (data, reference) => (data.isSuccessful === true ? done(data, reference, true) : undefined),
};

export const OUTWARD_TRANSFER: TransferRoute<OutwardTransfer, Sent> = {
  path: '/api/transfer/v1/outwardtransfer',
  queryPath: ({ transactionReference }) =>
    `/api/transfer/v1/tsq?transactionRef=${encodeURIComponent(transactionReference)}`,
  read: sent,
  // A hold or an approval is answered by the service to the repeated request, with what is needed to go on.
  readStatus: (data, reference) =>
    data.amlHold === true || typeof data.approvalStatus === 'string' ? undefined : sent(data, reference, true),
};
