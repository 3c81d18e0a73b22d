module.exports = require('../dist/opentelemetry.js');
