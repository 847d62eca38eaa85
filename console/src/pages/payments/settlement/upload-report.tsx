import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { act, type Answer } from '../../../api/client';
import { useMay } from '../../../app/session';
import { useSearchParams } from '../../../app/use-search-params';
import { useOpenAction } from '../../../form/action-host';
import { INPUT } from '../../../form/field-input';
import { loadForms } from '../../../form/fields';
import { type RefusedLine, UploadDialog } from '../../../form/upload-dialog';
import { plural, provider as providerName } from '../../../rules/words';

type Report = Answer<'uploadSettlementReport'>;

/** The dialog that the address opens with `do=uploadSettlementReport`. */
export function UploadReport() {
  const search = useSearchParams();
  const open = useOpenAction();
  const may = useMay();
  if (search.do !== 'uploadSettlementReport' || !may('uploadSettlementReport')) return null;
  return <ReportDialog onClose={() => open(undefined)} />;
}

function summaryOf(report: Report): string {
  if (report.importedBefore) return 'This file has been loaded before; nothing has changed.';
  const { lines, matched, amountDiffers, unmatched } = report;
  return `${plural(lines, 'line')}: ${matched} matched, ${amountDiffers} with another amount, ${unmatched} not ours.`;
}

/** The lines of a refusal; a single one stands in its message. */
function refusedLines(data: unknown): RefusedLine[] | undefined {
  const lines = (data as { refusedLines?: RefusedLine[] } | null)?.refusedLines;
  return lines && lines.length > 1 ? lines : undefined;
}

function ReportDialog({ onClose }: { onClose: () => void }) {
  const { data: fields } = useQuery({ queryKey: ['forms'], queryFn: loadForms, staleTime: Infinity });
  const providers = fields?.uploadSettlementReport?.provider?.o ?? [];
  const [provider, setProvider] = useState('');
  const id = useId();
  return (
    <UploadDialog
      title="Upload a settlement report"
      submit="Upload the report"
      accept=".csv,text/csv"
      help="The CSV file as the provider sent it, at most 10 MB. Its columns are set in the configuration."
      notice="The report is loaded whole or not at all, and compared with our transfers. No money moves. It stays: reports are never changed or deleted."
      tooLarge="The file is larger than 10 MB; the operator of the server loads larger ones."
      missing={provider ? null : 'Choose the provider.'}
      send={async (file, reference) => {
        const body = { provider, ...file };
        const { data } = await act('uploadSettlementReport', { body: body as never, reference });
        return summaryOf(data);
      }}
      refusedLines={refusedLines}
      onClose={onClose}
    >
      <div>
        <label htmlFor={id} className="mb-1 block font-medium">
          Provider
        </label>
        <select id={id} className={INPUT} value={provider} onChange={(event) => setProvider(event.target.value)}>
          <option value="">Choose …</option>
          {providers.map((one) => (
            <option key={one} value={one}>
              {providerName(String(one))}
            </option>
          ))}
        </select>
      </div>
    </UploadDialog>
  );
}
