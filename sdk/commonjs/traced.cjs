module.exports = require('../dist/traced.js');
