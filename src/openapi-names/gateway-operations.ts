/** Ids of the operations of openapi/gateway.json, by controller and method. */
export const GATEWAY_OPERATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  BillsSimulatorController: {
    billers: 'listBillers',
    customer: 'getBillCustomer',
    status: 'getVendStatus',
    vend: 'createVend',
  },
  CardsSimulatorController: {
    block: 'blockCard',
    channels: 'updateCardChannels',
    delete: 'deleteCard',
    link: 'linkCard',
    list: 'listCards',
    pin: 'setCardPin',
    unblock: 'unblockCard',
  },
  ServicesController: { complete: 'createChatCompletion', report: 'getCreditReport', sms: 'sendSms' },
  TransfersSimulatorController: {
    banks: 'listBanks',
    nameEnquiry: 'getBeneficiaryName',
    recall: 'requestRecall',
    send: 'sendTransfer',
    status: 'getTransferStatus',
  },
};
