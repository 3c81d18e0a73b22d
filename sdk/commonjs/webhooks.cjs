module.exports = require('../dist/webhooks.js');
