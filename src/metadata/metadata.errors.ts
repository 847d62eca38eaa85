import { defineErrors } from '../common/errors/app-error';

/** Refusals about additional metadata. */
export const metadataErrors = defineErrors({
  ENTITY_TYPE_NOT_SUPPORTED: {
    httpStatus: 400,
    message: 'The entityType is not supported; use one of data.supportedEntityTypes.',
  },
  ENTITY_NOT_FOUND: { httpStatus: 404, message: 'There is no entity of this entityType with this entityId.' },
  ENTITY_ID_AMBIGUOUS: {
    httpStatus: 409,
    message: 'The entityId is the id of one entity and the number of another; send the GUID recordId instead.',
  },
  RECORD_UNDER_LEGAL_HOLD: {
    httpStatus: 409,
    message: 'The customer is under a legal hold, so nothing of its records may be deleted.',
  },
  CUSTOMER_ERASED: {
    httpStatus: 409,
    message: 'The data of this customer was erased when its retention period ended; open a new customer record.',
  },
  METADATA_TOO_LARGE: { httpStatus: 413, message: 'additionalMetadata may have at most 65,536 bytes.' },
});
