import { useId, useState } from 'react';
import { act } from '../../../api/client';
import { useMay } from '../../../app/session';
import { useSearchParams } from '../../../app/use-search-params';
import { useOpenAction } from '../../../form/action-host';
import { INPUT } from '../../../form/field-input';
import { UploadDialog } from '../../../form/upload-dialog';
import { UPLOAD_EVIDENCE } from './case-actions';

const DESCRIPTION_MAX = 500;

/** The dialog that the address opens with `do=uploadAmlCaseEvidence`. */
export function UploadEvidence({ caseId }: { caseId: number }) {
  const search = useSearchParams();
  const may = useMay();
  const { operation } = UPLOAD_EVIDENCE;
  return search.do === operation && may(operation) ? <EvidenceDialog caseId={caseId} /> : null;
}

function EvidenceDialog({ caseId }: { caseId: number }) {
  const open = useOpenAction();
  const [description, setDescription] = useState('');
  const id = useId();
  return (
    <UploadDialog
      title="Upload a file to the case"
      submit="Upload the file"
      accept=".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"
      help="A PDF, PNG or JPEG file of at most 10 MB."
      notice="Only the case shows the file, and nobody can delete it. Its digest is kept, so that a later change shows."
      tooLarge="The file is larger than 10 MB, which is the most that a case takes."
      missing={description.trim() ? null : 'Describe the file.'}
      send={async (file, reference) => {
        await act('uploadAmlCaseEvidence', { path: { caseId }, body: { ...file, description }, reference });
        return UPLOAD_EVIDENCE.done;
      }}
      refusedLines={() => undefined}
      onClose={() => open(undefined)}
    >
      <div>
        <label htmlFor={id} className="mb-1 block font-medium">
          Description
        </label>
        <textarea
          id={id}
          rows={3}
          maxLength={DESCRIPTION_MAX}
          className={INPUT}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </div>
    </UploadDialog>
  );
}
