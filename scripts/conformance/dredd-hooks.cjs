// Dredd only loads hooks from a CommonJS file. The configuration passes in the functions that they call.
const hooks = require('hooks');

const { lane } = hooks.configuration.custom;
hooks.beforeEach(lane.prepare);
hooks.beforeEachValidation(lane.describe);
