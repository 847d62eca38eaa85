import { useState } from 'react';
import type { OperationId } from '../api/client';
import { naira } from '../rules/naira';
import { plural } from '../rules/words';
import { Button } from '../ui/button';
import { later } from '../ui/later';

const BulkDialog = later(() => import('./bulk-dialog'));

export const BULK_MAX = 50;

/** A case that is selected for a decision with others. */
export interface BulkCase {
  approvalId: number;
  title: string;
  amount: number | null;
  /** Fields of the approval that say what the reader has seen. */
  seen?: object;
}

export interface BulkPanelProps {
  operation: 'decideApprovals' | 'decideAmlHolds';
  cases: BulkCase[];
  /** The names of the two verdicts. */
  approve: string;
  decline: string;
  isNoteRequired: boolean;
  /** The operations by themselves, where one of their values of `reasonCode` must be chosen. */
  reasonsOf?: Record<'approve' | 'decline', OperationId>;
  onDone: () => void;
}

/** Decides selected cases together: each by itself on the server, with its own result. */
export function BulkPanel({ operation, cases, approve, decline, isNoteRequired, reasonsOf, onDone }: BulkPanelProps) {
  const [verdict, setVerdict] = useState<'approve' | 'decline'>();
  const total = cases.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const tooMany = cases.length > BULK_MAX ? `At most ${BULK_MAX} at once.` : null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-sunken px-3 py-2">
      <span className="mr-auto text-sm">
        {plural(cases.length, 'case')}, {naira(total)}
      </span>
      <Button isSmall look="primary" reason={tooMany} onClick={() => setVerdict('approve')}>
        {approve}
      </Button>
      <Button isSmall look="danger" reason={tooMany} onClick={() => setVerdict('decline')}>
        {decline}
      </Button>
      {verdict && (
        <BulkDialog
          {...{ operation, cases, verdict, isNoteRequired: isNoteRequired || verdict === 'decline', total }}
          reasonsOf={reasonsOf?.[verdict]}
          title={`${verdict === 'approve' ? approve : decline} ${plural(cases.length, 'case')}`}
          onClose={(isDecided) => {
            setVerdict(undefined);
            if (isDecided) onDone();
          }}
        />
      )}
    </div>
  );
}
