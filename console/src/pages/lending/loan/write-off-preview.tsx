import { useState } from 'react';
import { act, type Answer, newReference } from '../../../api/client';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { ProblemNotice } from '../../../ui/notice';
import { Day } from '../../../ui/when';
import { JournalTable } from './journal-table';
import type { Loan } from './use-loan';

type Preview = Answer<'previewWriteOff'>;

/** The loss and the entries of a write-off, before it is asked for. Nothing changes. */
export function WriteOffPreview({ loan }: { loan: Loan }) {
  const [preview, setPreview] = useState<Preview>();
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const show = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      setPreview((await act('previewWriteOff', { path: { id: loan.id }, reference: newReference() })).data);
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  };
  return (
    <Card title="Try out a write-off">
      <div className="space-y-4">
        <Button isBusy={isBusy} onClick={() => void show()}>
          Show the loss
        </Button>
        <ProblemNotice problem={problem} />
        {preview && (
          <>
            <Facts
              of={[
                ['If approved on', <Day on={preview.asOf} />],
                ['Written off', <Money amount={preview.writtenOffAmount} />],
                ['Loss', <Money amount={preview.lossAmount} />],
                ['Paid by the allowance', <Money amount={preview.allowanceUsed} />],
              ]}
            />
            <JournalTable lines={preview.journal} />
          </>
        )}
      </div>
    </Card>
  );
}
