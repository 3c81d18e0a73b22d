/* Made by `npm run generate` from the document. Do not edit. */

export default {
  "openapi": "3.1.0",
  "info": {
    "title": "Admin API",
    "version": "1.0.0",
    "summary": "The operator's functions over HTTP.",
    "description": "Manages accounts, keys, connections, labels, agents and webhook endpoints of a wigwag server. It is not part of the messaging API. It is\noff unless `WIGWAG_ADMIN_TOKEN` is set on the server, and uses plain JSON without an envelope. An error is `{error}` with a 4xx status.\nThe server writes each call to its log, without its body.\n",
    "license": {
      "name": "MIT",
      "identifier": "MIT"
    }
  },
  "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
  "servers": [
    {
      "url": "{origin}/admin/v1",
      "description": "The server of the API, or its metrics port.",
      "variables": {
        "origin": {
          "default": "http://127.0.0.1:3000",
          "description": "Scheme, host and port, without a trailing slash."
        }
      }
    }
  ],
  "security": [
    {
      "token": []
    }
  ],
  "tags": [
    {
      "name": "accounts",
      "description": "Accounts and their keys."
    },
    {
      "name": "conversations",
      "description": "Labels and agents."
    },
    {
      "name": "connections",
      "description": "Connected channel accounts."
    },
    {
      "name": "webhook",
      "description": "The endpoint that receives events."
    }
  ],
  "paths": {
    "/accounts": {
      "get": {
        "operationId": "listAccounts",
        "tags": [
          "accounts"
        ],
        "summary": "List the accounts",
        "description": "Returns all accounts, oldest first.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AccountList"
                },
                "example": {
                  "accounts": []
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "post": {
        "operationId": "createAccount",
        "tags": [
          "accounts"
        ],
        "summary": "Create an account",
        "description": "Creates an account without keys. Its signing secret is returned only here.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateAccountRequest"
              },
              "example": {
                "name": "Shop",
                "country": "TR",
                "time_zone": "Europe/Istanbul"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/NewAccount"
                },
                "example": {
                  "account_id": "2",
                  "country": "TR",
                  "time_zone": "Europe/Istanbul",
                  "signing_secret": "whsec_example"
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "patch": {
        "operationId": "updateAccount",
        "tags": [
          "accounts"
        ],
        "summary": "Change an account",
        "description": "Changes the given fields. If the account now has the webhook module, deliveries that waited for it are resumed.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/UpdateAccountRequest"
              },
              "example": {
                "is_active": false
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ChangedAccount"
                },
                "example": {
                  "account_id": "2",
                  "name": "Shop",
                  "is_active": true,
                  "country": "TR",
                  "time_zone": "Europe/Istanbul",
                  "license_expires_at": null,
                  "modules": [
                    "api",
                    "webhook",
                    "flows"
                  ],
                  "resumed": 0
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/keys": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "get": {
        "operationId": "listKeys",
        "tags": [
          "accounts"
        ],
        "summary": "List the keys",
        "description": "Returns the keys of an account, including revoked ones, oldest first, without the keys themselves.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/KeyList"
                },
                "example": {
                  "keys": []
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "post": {
        "operationId": "createKey",
        "tags": [
          "accounts"
        ],
        "summary": "Create a key",
        "description": "Creates a key. It is returned only here, because the server stores only a hash.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateKeyRequest"
              },
              "example": {
                "mode": "live",
                "scopes": [
                  "messages:send"
                ]
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/NewKey"
                },
                "example": {
                  "id": 7,
                  "key": "ww_live_<41 characters>"
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/keys/{key}/rotate": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        },
        {
          "$ref": "#/components/parameters/key"
        }
      ],
      "post": {
        "operationId": "rotateKey",
        "tags": [
          "accounts"
        ],
        "summary": "Replace a key",
        "description": "Creates a key with the same rights. The old one still works for a time.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/RotateKeyRequest"
              },
              "example": {
                "valid_seconds": 86400
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RotatedKey"
                },
                "example": {
                  "id": 8,
                  "key": "ww_live_<41 characters>",
                  "replaces": {
                    "id": 7,
                    "revoked_at": "2026-05-05T12:00:00.000000+00:00"
                  }
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/keys/{key}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        },
        {
          "$ref": "#/components/parameters/key"
        }
      ],
      "delete": {
        "operationId": "revokeKey",
        "tags": [
          "accounts"
        ],
        "summary": "Revoke a key",
        "description": "Revokes a key permanently. A key that is already revoked keeps its revocation time.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RevokedKey"
                },
                "example": {
                  "id": 7,
                  "revoked": true
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/labels": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "get": {
        "operationId": "listLabels",
        "tags": [
          "conversations"
        ],
        "summary": "List the labels",
        "description": "Returns the labels of an account, oldest first.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LabelList"
                },
                "example": {
                  "labels": []
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "post": {
        "operationId": "createLabel",
        "tags": [
          "conversations"
        ],
        "summary": "Add a label",
        "description": "Adds a label for conversations.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateLabelRequest"
              },
              "example": {
                "name": "VIP",
                "color": "#c0392b"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RecordId"
                },
                "example": {
                  "id": 5
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/agents": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "get": {
        "operationId": "listAgents",
        "tags": [
          "conversations"
        ],
        "summary": "List the agents",
        "description": "Returns the agents of an account, oldest first.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AgentList"
                },
                "example": {
                  "agents": []
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "post": {
        "operationId": "createAgent",
        "tags": [
          "conversations"
        ],
        "summary": "Add an agent",
        "description": "Adds an agent, to whom conversations can be assigned.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateAgentRequest"
              },
              "example": {
                "name": "Grace"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RecordId"
                },
                "example": {
                  "id": 3
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/agents/{agent}/deactivate": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        },
        {
          "$ref": "#/components/parameters/agent"
        }
      ],
      "post": {
        "operationId": "deactivateAgent",
        "tags": [
          "conversations"
        ],
        "summary": "Deactivate an agent",
        "description": "The agent keeps current assignments and gets no new ones.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Agent"
                },
                "example": {
                  "id": 3,
                  "name": "Grace",
                  "is_active": false
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/connections": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "get": {
        "operationId": "listConnections",
        "tags": [
          "connections"
        ],
        "summary": "List the connections",
        "description": "Returns the connections of an account, including inactive ones.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ConnectionList"
                },
                "example": {
                  "connections": []
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/connections/{connection}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        },
        {
          "$ref": "#/components/parameters/connection"
        }
      ],
      "patch": {
        "operationId": "updateConnection",
        "tags": [
          "connections"
        ],
        "summary": "Change a connection",
        "description": "Activates or deactivates a connection, or replaces the sites that may embed its web chat.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/UpdateConnectionRequest"
              },
              "example": {
                "is_active": false
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ChangedConnection"
                },
                "example": {
                  "connection_id": "wa_1",
                  "is_active": false
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/webhook": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "put": {
        "operationId": "setWebhook",
        "tags": [
          "webhook"
        ],
        "summary": "Set the webhook endpoint",
        "description": "Sets, enables or removes the endpoint, and resumes the deliveries that wait for one.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SetWebhookRequest"
              },
              "example": {
                "url": "https://example.com/hooks"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Webhook"
                },
                "example": {
                  "url": "https://example.com/hooks",
                  "signing_secret": "whsec_example",
                  "is_resolved": true
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/webhook/enable": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "post": {
        "operationId": "enableWebhook",
        "tags": [
          "webhook"
        ],
        "summary": "Enable the webhook endpoint",
        "description": "Enables an endpoint that was disabled after failures, and resumes its deliveries.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/EnabledWebhook"
                },
                "example": {
                  "url": "https://example.com/hooks",
                  "enabled": true,
                  "resumed": 2
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/webhook/secret": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "post": {
        "operationId": "renewSigningSecret",
        "tags": [
          "webhook"
        ],
        "summary": "Renew the signing secret",
        "description": "Creates a signing secret. All deliveries are signed with it from now on.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SigningSecret"
                },
                "example": {
                  "signing_secret": "whsec_example"
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "The value of `WIGWAG_ADMIN_TOKEN` on the server."
      }
    },
    "parameters": {
      "account": {
        "name": "account",
        "in": "path",
        "required": true,
        "description": "The account's ID.",
        "schema": {
          "type": "string",
          "example": "2"
        }
      },
      "key": {
        "name": "key",
        "in": "path",
        "required": true,
        "description": "The key's ID.",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 999999999,
          "example": 7
        }
      },
      "agent": {
        "name": "agent",
        "in": "path",
        "required": true,
        "description": "The agent's ID.",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 999999999,
          "example": 3
        }
      },
      "connection": {
        "name": "connection",
        "in": "path",
        "required": true,
        "description": "The connection's ID.",
        "schema": {
          "type": "string",
          "example": "wa_1"
        }
      }
    },
    "responses": {
      "Refused": {
        "description": "The call was refused, and nothing was changed.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Refusal"
            },
            "example": {
              "error": {
                "message": "account 9 does not exist"
              }
            }
          }
        }
      }
    },
    "schemas": {
      "Refusal": {
        "type": "object",
        "description": "Why a call was refused.",
        "required": [
          "error"
        ],
        "properties": {
          "error": {
            "type": "object",
            "description": "The problem.",
            "required": [
              "message"
            ],
            "properties": {
              "message": {
                "type": "string",
                "description": "What is wrong."
              },
              "hint": {
                "type": "string",
                "description": "What to do instead."
              },
              "field": {
                "type": "string",
                "description": "The field that the message is about."
              },
              "rule": {
                "type": "string",
                "description": "The rule that the field breaks."
              }
            }
          }
        }
      },
      "Module": {
        "type": "string",
        "description": "A module of an account (§5.6).",
        "enum": [
          "api",
          "webhook",
          "flows"
        ]
      },
      "Account": {
        "type": "object",
        "description": "An account.",
        "required": [
          "account_id",
          "name",
          "is_active",
          "country",
          "time_zone",
          "license_expires_at",
          "modules"
        ],
        "properties": {
          "account_id": {
            "type": "string",
            "description": "The account's ID."
          },
          "name": {
            "type": "string",
            "description": "The name."
          },
          "is_active": {
            "type": "boolean",
            "description": "Whether the account can use the API."
          },
          "country": {
            "type": "string",
            "description": "The country that local phone numbers belong to."
          },
          "time_zone": {
            "type": "string",
            "description": "The time zone of reports and quiet hours."
          },
          "license_expires_at": {
            "type": [
              "string",
              "null"
            ],
            "description": "When the license expires; null if it does not."
          },
          "modules": {
            "type": "array",
            "description": "The modules of the account.",
            "items": {
              "$ref": "#/components/schemas/Module"
            }
          }
        }
      },
      "AccountList": {
        "type": "object",
        "description": "All accounts.",
        "required": [
          "accounts"
        ],
        "properties": {
          "accounts": {
            "type": "array",
            "description": "The accounts.",
            "items": {
              "$ref": "#/components/schemas/Account"
            }
          }
        }
      },
      "ChangedAccount": {
        "type": "object",
        "description": "An account after a change.",
        "required": [
          "account_id",
          "name",
          "is_active",
          "country",
          "time_zone",
          "license_expires_at",
          "modules",
          "resumed"
        ],
        "properties": {
          "account_id": {
            "type": "string",
            "description": "The account's ID."
          },
          "name": {
            "type": "string",
            "description": "The name."
          },
          "is_active": {
            "type": "boolean",
            "description": "Whether the account can use the API."
          },
          "country": {
            "type": "string",
            "description": "The country that local phone numbers belong to."
          },
          "time_zone": {
            "type": "string",
            "description": "The time zone of reports and quiet hours."
          },
          "license_expires_at": {
            "type": [
              "string",
              "null"
            ],
            "description": "When the license expires; null if it does not."
          },
          "modules": {
            "type": "array",
            "description": "The modules of the account.",
            "items": {
              "$ref": "#/components/schemas/Module"
            }
          },
          "resumed": {
            "type": "integer",
            "description": "How many deliveries were resumed."
          }
        }
      },
      "CreateAccountRequest": {
        "type": "object",
        "description": "A new account.",
        "required": [
          "name"
        ],
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "description": "The name."
          },
          "country": {
            "type": "string",
            "default": "TR",
            "description": "A country code of two letters."
          },
          "time_zone": {
            "type": "string",
            "default": "Europe/Istanbul",
            "description": "A time zone such as Europe/Berlin."
          }
        }
      },
      "NewAccount": {
        "type": "object",
        "description": "The new account with its signing secret.",
        "required": [
          "account_id",
          "country",
          "time_zone",
          "signing_secret"
        ],
        "properties": {
          "account_id": {
            "type": "string",
            "description": "The account's ID."
          },
          "country": {
            "type": "string",
            "description": "The country."
          },
          "time_zone": {
            "type": "string",
            "description": "The time zone."
          },
          "signing_secret": {
            "type": "string",
            "description": "Signs webhook deliveries."
          }
        }
      },
      "UpdateAccountRequest": {
        "type": "object",
        "description": "The fields to change.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "name": {
            "type": "string",
            "description": "The name."
          },
          "country": {
            "type": "string",
            "description": "A country code of two letters."
          },
          "time_zone": {
            "type": "string",
            "description": "A time zone such as Europe/Berlin."
          },
          "is_active": {
            "type": "boolean",
            "description": "Whether the account can use the API."
          },
          "license_expires_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When the license expires; null if it does not."
          },
          "modules": {
            "type": "array",
            "description": "All modules of the account.",
            "items": {
              "$ref": "#/components/schemas/Module"
            }
          }
        }
      },
      "Key": {
        "type": "object",
        "description": "A key without its text.",
        "required": [
          "id",
          "mode",
          "scopes",
          "allowed_ips",
          "requests_per_minute",
          "created_at",
          "revoked_at"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "The key's ID."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "A test key sends nothing."
          },
          "scopes": {
            "type": "array",
            "description": "The scopes; * is full access.",
            "items": {
              "type": "string"
            }
          },
          "allowed_ips": {
            "type": "array",
            "description": "The addresses from which it works; * is any.",
            "items": {
              "type": "string"
            }
          },
          "requests_per_minute": {
            "type": "integer",
            "description": "The rate limit."
          },
          "created_at": {
            "type": "string",
            "description": "When it was created."
          },
          "revoked_at": {
            "type": [
              "string",
              "null"
            ],
            "description": "When it stops working; null if it does not."
          }
        }
      },
      "KeyList": {
        "type": "object",
        "description": "The keys of an account.",
        "required": [
          "keys"
        ],
        "properties": {
          "keys": {
            "type": "array",
            "description": "The keys.",
            "items": {
              "$ref": "#/components/schemas/Key"
            }
          }
        }
      },
      "CreateKeyRequest": {
        "type": "object",
        "description": "A new key.",
        "additionalProperties": false,
        "properties": {
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "default": "live",
            "description": "A test key sends nothing."
          },
          "scopes": {
            "type": "array",
            "description": "The scopes; full access if omitted.",
            "items": {
              "type": "string"
            }
          },
          "allowed_ips": {
            "type": "array",
            "description": "IP addresses or CIDR ranges; any if omitted.",
            "items": {
              "type": "string"
            }
          },
          "requests_per_minute": {
            "type": "integer",
            "minimum": 1,
            "maximum": 999999999,
            "description": "The rate limit; 1800 if omitted."
          }
        }
      },
      "NewKey": {
        "type": "object",
        "description": "The new key.",
        "required": [
          "id",
          "key"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "The key's ID."
          },
          "key": {
            "type": "string",
            "description": "The key, which is shown only this once."
          }
        }
      },
      "RotateKeyRequest": {
        "type": "object",
        "description": "How to replace a key.",
        "additionalProperties": false,
        "properties": {
          "valid_seconds": {
            "type": "integer",
            "minimum": 0,
            "maximum": 100000000,
            "default": 86400,
            "description": "How long the old key still works."
          }
        }
      },
      "RotatedKey": {
        "type": "object",
        "description": "The new key, and the old one.",
        "required": [
          "id",
          "key",
          "replaces"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "The new key's ID."
          },
          "key": {
            "type": "string",
            "description": "The new key, which is shown only this once."
          },
          "replaces": {
            "type": "object",
            "description": "The old key.",
            "required": [
              "id",
              "revoked_at"
            ],
            "properties": {
              "id": {
                "type": "integer",
                "description": "Its ID."
              },
              "revoked_at": {
                "type": "string",
                "description": "When it stops working."
              }
            }
          }
        }
      },
      "RevokedKey": {
        "type": "object",
        "description": "The revoked key.",
        "required": [
          "id",
          "revoked"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "The key's ID."
          },
          "revoked": {
            "type": "boolean",
            "description": "True."
          }
        }
      },
      "RecordId": {
        "type": "object",
        "description": "What was created.",
        "required": [
          "id"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "Its ID."
          }
        }
      },
      "Label": {
        "type": "object",
        "description": "A label.",
        "required": [
          "id",
          "name",
          "color"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "The label's ID."
          },
          "name": {
            "type": "string",
            "description": "Its text."
          },
          "color": {
            "type": [
              "string",
              "null"
            ],
            "description": "A color such as #c0392b; null if there is none."
          }
        }
      },
      "LabelList": {
        "type": "object",
        "description": "The labels of an account.",
        "required": [
          "labels"
        ],
        "properties": {
          "labels": {
            "type": "array",
            "description": "The labels.",
            "items": {
              "$ref": "#/components/schemas/Label"
            }
          }
        }
      },
      "CreateLabelRequest": {
        "type": "object",
        "description": "A new label.",
        "required": [
          "name"
        ],
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "description": "Its text."
          },
          "color": {
            "type": "string",
            "description": "A color such as #c0392b."
          }
        }
      },
      "Agent": {
        "type": "object",
        "description": "An agent.",
        "required": [
          "id",
          "name",
          "is_active"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "The agent's ID."
          },
          "name": {
            "type": "string",
            "description": "The name."
          },
          "is_active": {
            "type": "boolean",
            "description": "Whether conversations can be assigned to the agent."
          }
        }
      },
      "AgentList": {
        "type": "object",
        "description": "The agents of an account.",
        "required": [
          "agents"
        ],
        "properties": {
          "agents": {
            "type": "array",
            "description": "The agents.",
            "items": {
              "$ref": "#/components/schemas/Agent"
            }
          }
        }
      },
      "CreateAgentRequest": {
        "type": "object",
        "description": "A new agent.",
        "required": [
          "name"
        ],
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "description": "The name."
          }
        }
      },
      "Connection": {
        "type": "object",
        "description": "A connected channel account.",
        "required": [
          "connection_id",
          "channel",
          "name",
          "is_active",
          "provider_id"
        ],
        "properties": {
          "connection_id": {
            "type": "string",
            "description": "The connection's ID."
          },
          "channel": {
            "type": "string",
            "description": "The channel."
          },
          "name": {
            "type": [
              "string",
              "null"
            ],
            "description": "The name."
          },
          "is_active": {
            "type": "boolean",
            "description": "Whether it sends and receives."
          },
          "provider_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The provider's ID."
          },
          "origins": {
            "type": "array",
            "description": "The sites that may embed the web chat; only for web.",
            "items": {
              "type": "string"
            }
          }
        }
      },
      "ConnectionList": {
        "type": "object",
        "description": "The connections of an account.",
        "required": [
          "connections"
        ],
        "properties": {
          "connections": {
            "type": "array",
            "description": "The connections.",
            "items": {
              "$ref": "#/components/schemas/Connection"
            }
          }
        }
      },
      "UpdateConnectionRequest": {
        "type": "object",
        "description": "What to change.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "is_active": {
            "type": "boolean",
            "description": "Whether it sends and receives."
          },
          "origins": {
            "type": "array",
            "description": "The sites that may embed the web chat.",
            "items": {
              "type": "string"
            }
          }
        }
      },
      "ChangedConnection": {
        "type": "object",
        "description": "What was changed.",
        "required": [
          "connection_id"
        ],
        "properties": {
          "connection_id": {
            "type": "string",
            "description": "The connection's ID."
          },
          "is_active": {
            "type": "boolean",
            "description": "Whether it sends and receives."
          },
          "origins": {
            "type": "array",
            "description": "The sites that may embed the web chat.",
            "items": {
              "type": "string"
            }
          }
        }
      },
      "SetWebhookRequest": {
        "type": "object",
        "description": "The endpoint.",
        "required": [
          "url"
        ],
        "additionalProperties": false,
        "properties": {
          "url": {
            "type": [
              "string",
              "null"
            ],
            "description": "An https URL; null removes the endpoint."
          },
          "events": {
            "type": "array",
            "description": "The events to send; all if omitted.",
            "items": {
              "type": "string"
            }
          }
        }
      },
      "Webhook": {
        "type": "object",
        "description": "The endpoint and its secret.",
        "required": [
          "url",
          "signing_secret",
          "is_resolved"
        ],
        "properties": {
          "url": {
            "type": [
              "string",
              "null"
            ],
            "description": "The URL."
          },
          "signing_secret": {
            "type": "string",
            "description": "Signs deliveries."
          },
          "is_resolved": {
            "type": "boolean",
            "description": "Whether DNS knows the host now."
          }
        }
      },
      "EnabledWebhook": {
        "type": "object",
        "description": "The enabled endpoint.",
        "required": [
          "url",
          "enabled",
          "resumed"
        ],
        "properties": {
          "url": {
            "type": "string",
            "description": "The URL."
          },
          "enabled": {
            "type": "boolean",
            "description": "True."
          },
          "resumed": {
            "type": "integer",
            "description": "How many deliveries were resumed."
          }
        }
      },
      "SigningSecret": {
        "type": "object",
        "description": "The new secret.",
        "required": [
          "signing_secret"
        ],
        "properties": {
          "signing_secret": {
            "type": "string",
            "description": "Signs deliveries."
          }
        }
      }
    }
  }
};
