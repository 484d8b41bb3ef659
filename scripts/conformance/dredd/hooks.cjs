// Dredd loads hooks from a CommonJS file only; what they do is handed over in the configuration.
const hooks = require('hooks');

const { lane } = hooks.configuration.custom;
hooks.beforeEach(lane.prepare);
hooks.beforeEachValidation(lane.describe);
