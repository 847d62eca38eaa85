import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { act, type Answer, newReference } from '../../../api/client';
import { Problem } from '../../../api/problem';
import { useMay } from '../../../app/session';
import { useSearchParams } from '../../../app/use-search-params';
import { useOpenAction } from '../../../form/action-host';
import { INPUT } from '../../../form/field-input';
import { loadFields } from '../../../form/fields';
import { plural, provider as providerName } from '../../../rules/words';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { useTell } from '../../../ui/notices';

type Report = Answer<'uploadSettlementReport'>;

const BYTES_MAX = 10 * 1_024 * 1_024;

/** The dialog that the address opens with `do=uploadSettlementReport`. */
export function UploadReport() {
  const search = useSearchParams();
  const open = useOpenAction();
  const may = useMay();
  if (search.do !== 'uploadSettlementReport' || !may('uploadSettlementReport')) return null;
  return <UploadDialog onClose={() => open(undefined)} />;
}

/** The content of a file as base64url, as the operation takes it. */
async function contentOf(file: File): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
  return address
    .slice(address.indexOf(',') + 1)
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

function summaryOf(report: Report): string {
  if (report.importedBefore) return 'This file has been loaded before; nothing has changed.';
  const { lines, matched, amountDiffers, unmatched } = report;
  return `${plural(lines, 'line')}: ${matched} matched, ${amountDiffers} with another amount, ${unmatched} not ours.`;
}

function UploadDialog({ onClose }: { onClose: () => void }) {
  const { data: fields } = useQuery({ queryKey: ['fields'], queryFn: loadFields, staleTime: Infinity });
  const providers = fields?.uploadSettlementReport?.body?.provider?.o ?? [];
  const [provider, setProvider] = useState('');
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const reference = useRef(newReference());
  const queryClient = useQueryClient();
  const tell = useTell();
  const id = useId();
  const missing = !provider
    ? 'Choose the provider.'
    : !file
      ? 'Choose the file.'
      : file.size > BYTES_MAX
        ? 'The file is larger than 10 MB; the operator of the server loads larger ones.'
        : null;

  const upload = async (): Promise<void> => {
    if (!file || missing) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const body = { provider, fileName: file.name, content: await contentOf(file) };
      const { data } = await act('uploadSettlementReport', { body: body as never, reference: reference.current });
      tell(summaryOf(data));
      await queryClient.invalidateQueries();
      onClose();
    } catch (error) {
      if (!(error instanceof Problem && error.isUnknown)) reference.current = newReference();
      setProblem(error);
      setBusy(false);
    }
  };

  return (
    <Dialog title="Upload a settlement report" place="side" onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void upload();
        }}
      >
        <div>
          <label htmlFor={`${id}-provider`} className="mb-1 block font-medium">
            Provider
          </label>
          <select
            id={`${id}-provider`}
            className={INPUT}
            value={provider}
            onChange={(event) => setProvider(event.target.value)}
          >
            <option value="">Choose …</option>
            {providers.map((one) => (
              <option key={one} value={one}>
                {providerName(String(one))}
              </option>
            ))}
          </select>
        </div>
        <div>
          <label htmlFor={`${id}-file`} className="mb-1 block font-medium">
            File
          </label>
          <input
            id={`${id}-file`}
            type="file"
            accept=".csv,text/csv"
            className={INPUT}
            aria-describedby={`${id}-help`}
            onChange={(event) => setFile(event.target.files?.[0])}
          />
          <p id={`${id}-help`} className="m-0 mt-1 text-sm text-muted">
            The CSV file as the provider sent it, at most 10 MB. Its columns are set in the configuration.
          </p>
        </div>
        <Refusal problem={problem} />
        <Notice tone="info">
          The report is loaded whole or not at all, and compared with our transfers. No money moves. It stays: reports
          are never changed or deleted.
        </Notice>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={isBusy} reason={missing}>
            Upload the report
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface RefusedLine {
  line: number;
  reason: string;
}

/** A refusal with the lines of the file that caused it. */
function Refusal({ problem }: { problem: unknown }) {
  const data = problem instanceof Problem ? (problem.data as { refusedLines?: RefusedLine[] } | null) : null;
  return (
    <>
      <ProblemNotice problem={problem} />
      {data?.refusedLines && data.refusedLines.length > 1 && (
        <ul className="max-h-60 overflow-y-auto pl-5" tabIndex={0} aria-label="Refused lines">
          {data.refusedLines.map(({ line, reason }) => (
            <li key={line}>
              Line {line}: {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
