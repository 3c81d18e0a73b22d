module.exports = require('../dist/generated/errors.js');
