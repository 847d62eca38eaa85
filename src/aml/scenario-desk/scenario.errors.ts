import { defineErrors } from '../../common/errors/app-error';

/** Errors of AML scenarios and their groups. */
export const scenarioErrors = defineErrors({
  SCENARIO_NOT_FOUND: { httpStatus: 404, message: 'There is no AML scenario with this code; list the scenarios.' },
  SCENARIO_REFUSED: {
    httpStatus: 422,
    message: 'The definition of the scenario is not valid; data.problems names each position and its reason.',
  },
  SCENARIO_CODE_TAKEN: {
    httpStatus: 409,
    message: 'There is a scenario with this code already; change its draft, or choose another code.',
  },
  SCENARIO_STATE_REFUSED: {
    httpStatus: 409,
    message: 'The scenario is not in the state that this needs; read it again.',
  },
  SCENARIO_GROUP_NOT_FOUND: {
    httpStatus: 404,
    message: 'There is no group of AML scenarios with this code; list the groups.',
  },
  SCENARIO_BACKTEST_NOT_FOUND: {
    httpStatus: 404,
    message: 'There is no backtest with this id; list the backtests of the scenario.',
  },
  SCENARIO_BACKTEST_REFUSED: {
    httpStatus: 422,
    message: 'The scenario cannot be tried on history; run it in shadow.',
  },
});
