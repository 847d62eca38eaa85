import type { PostingStatus } from './posting.entity';

/** A posting that has the reference, or the transaction reference, of a request of this batch. */
export interface ExistingPosting {
  id: number;
  kind: string;
  reference: string;
  transactionReference: string | null;
  status: PostingStatus;
}

/** The business references of a request; only payments have a transaction reference. */
export interface BusinessReferences {
  kind: string;
  reference: string;
  transactionReference?: string | null;
}

/** The postings that have a reference of a batch's requests: stored ones, and those decided in the batch. */
export class KnownPostings {
  private readonly byReference = new Map<string, ExistingPosting>();
  /** Without postings that have none, so that a request without one finds nothing. */
  private readonly byTransactionReference = new Map<string | null | undefined, ExistingPosting>();

  constructor(postings: readonly ExistingPosting[] = []) {
    for (const posting of postings) this.add(posting);
  }

  add(posting: ExistingPosting): void {
    this.byReference.set(`${posting.kind}|${posting.reference}`, posting);
    if (posting.transactionReference !== null) this.byTransactionReference.set(posting.transactionReference, posting);
  }

  /**
   * The posting with the reference of a request in its kind, else the payment with its transaction reference. The first
   * takes precedence, so that a held request with both references is found as itself.
   */
  find({ kind, reference, transactionReference }: BusinessReferences): ExistingPosting | undefined {
    return this.byReference.get(`${kind}|${reference}`) ?? this.byTransactionReference.get(transactionReference);
  }
}
