import { useState } from 'react';
import { useSession } from '../../app/session';
import { DownloadButtons } from '../../list/download-buttons';
import { plusDays } from '../../rules/dates';
import { Card } from '../../ui/card';
import { Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { TextField } from '../../ui/text-field';

/** The file for the credit bureaus. */
export default function CreditBureauPage() {
  const { businessDate } = useSession().view;
  const lastClosed = plusDays(businessDate, -1);
  const [date, setDate] = useState(lastClosed);
  return (
    <div className="space-y-4">
      <PageHead
        title="Credit bureau"
        intro="One row for each loan that ran in the month of the day, as of the end of the day, with its borrower."
      />
      <Card title="Export the file">
        <div className="space-y-4">
          <Notice tone="warn">
            The file holds names, addresses and whole BVNs. The audit log keeps who exported it and when. Send it by the
            way that is agreed with the bureau, and delete your copy.
          </Notice>
          <div className="max-w-xs">
            <TextField
              label="At the end of"
              type="date"
              max={lastClosed}
              value={date}
              onChange={setDate}
              help="A day that the end of day has closed."
            />
          </div>
          <div className="flex flex-wrap gap-2">
            {date && (
              <DownloadButtons operation="exportCreditBureau" formats={['CSV', 'Excel']} query={{ Date: date }} />
            )}
          </div>
        </div>
      </Card>
    </div>
  );
}
