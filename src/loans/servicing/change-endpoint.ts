import { staffAccess } from '../../common/http/endpoint.decorator';
import { loansErrors } from '../loans.errors';
import { RequestedChangeView } from './servicing.dto';
import { servicingPermissions } from './servicing.permissions';

const WAITING = {
  approvalId: 20014,
  loans: [{ id: 20500, loanAccountNumber: '0000010302', loanStatus: 'Delinquent' }],
};

/** Every change of a loan by staff needs approval by another member of staff, so the answer is 202. */
export const CHANGE_ENDPOINT = {
  access: staffAccess(servicingPermissions.serviceLoans),
  reference: 'honoured' as const,
  stepUp: true as const,
  accepted: [
    {
      code: 'PENDING_APPROVAL',
      description: 'The change is waiting for approval by another member of staff.',
      example: WAITING,
    },
  ],
  acceptedResponse: RequestedChangeView,
};

export const LOAN_CHANGE_ERRORS = [
  loansErrors.LOAN_NOT_FOUND,
  loansErrors.LOAN_STATUS_REFUSED,
  loansErrors.LOAN_PENDING_APPROVAL,
];
