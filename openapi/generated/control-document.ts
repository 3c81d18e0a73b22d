/* Made by `npm run generate` from the document. Do not edit. */

export default {
  "openapi": "3.1.0",
  "info": {
    "title": "Control protocol",
    "version": "1.0.0",
    "summary": "An optional protocol for tests that need more than the API.",
    "description": "Controls accounts, keys, inbound messages, the provider's behavior and time, for tests on one machine. It is not part of the messaging\nAPI and uses plain JSON, without keys or an envelope. An error is `{error}` with a 4xx status. Serve it only on loopback.\nA virtual clock starts at the real time and moves only with POST /clock/advance. All timestamps, webhook signatures, rate limits and\ntimeouts of outgoing requests use it. Effects for which the specification has no delay are due immediately, without moving the clock:\nsends, the provider's reports about them, the simulated events of test keys, first attempts of webhooks, and flow steps without delay.\nWhile the protocol is served, files and webhook URLs at http://127.0.0.1 count as public https, because tests serve them there. Other\nnames and forms of loopback, such as localhost and [::1], may count or be refused.\n",
    "license": {
      "name": "MIT",
      "identifier": "MIT"
    }
  },
  "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
  "servers": [
    {
      "url": "{control_url}",
      "description": "The URL of the protocol.",
      "variables": {
        "control_url": {
          "default": "http://127.0.0.1:3002",
          "description": "Scheme, host and port, without a trailing slash."
        }
      }
    }
  ],
  "security": [],
  "tags": [
    {
      "name": "accounts",
      "description": "Accounts, their keys, webhook endpoint, templates, connections, labels and agents."
    },
    {
      "name": "customers",
      "description": "Actions of customers and the dashboard."
    },
    {
      "name": "time",
      "description": "The clock and due work."
    },
    {
      "name": "provider",
      "description": "The provider's behavior and accepted sends."
    },
    {
      "name": "state",
      "description": "Deliveries and reset."
    }
  ],
  "paths": {
    "/accounts": {
      "post": {
        "operationId": "createAccount",
        "tags": [
          "accounts"
        ],
        "summary": "Create an account",
        "description": "Creates an account with one connection on each of the four channels, an unrestricted live key, an unrestricted test key and these\ntemplates: `hello_world` (UTILITY, en_US, no variables), `order_update` (UTILITY, POSITIONAL, two variables, one\ndynamic URL button), `welcome_named` (UTILITY, NAMED with `first_name`), `promo_spring` (MARKETING, no variables,\nimage header, quick replies \"Tell me more\" and the opt-out button \"Stop promotions\"), `multi_lang` (in en_US and tr), `pending_one`\n(PENDING) and `rejected_one` (REJECTED). The last three have no variables, header or buttons. Templates without a status here are\nAPPROVED. Without POST /provider/next, the provider accepts every send and reports it as sent, delivered and read.\n",
        "requestBody": {
          "required": false,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateAccountRequest"
              },
              "examples": {
                "plain": {
                  "summary": "A working account",
                  "value": {}
                },
                "expired": {
                  "summary": "An account with an expired license",
                  "value": {
                    "situation": "license_expired",
                    "country": "TR",
                    "time_zone": "Europe/Istanbul"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The account.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Account"
                },
                "example": {
                  "account_id": "2",
                  "company_id": 2,
                  "live_key": "ww_live_<41 characters>",
                  "test_key": "ww_test_<41 characters>",
                  "signing_secret": "whsec_example",
                  "connections": {
                    "whatsapp": "wa_2",
                    "instagram": "ig_2",
                    "messenger": "fb_2",
                    "web": "web_2"
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
    "/accounts/delete": {
      "post": {
        "operationId": "deleteAccounts",
        "tags": [
          "accounts"
        ],
        "summary": "Delete accounts",
        "description": "Deletes accounts with all their data, so that a test leaves nothing behind. First runs everything that is due. Unknown accounts are\nignored. This call is optional: an implementation without it returns 404.\n",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/DeleteAccountsRequest"
              },
              "examples": {
                "two": {
                  "summary": "Two accounts",
                  "value": {
                    "account_ids": [
                      "2",
                      "3"
                    ]
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The accounts were deleted.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Nothing"
                },
                "example": {}
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/keys": {
      "post": {
        "operationId": "createKey",
        "tags": [
          "accounts"
        ],
        "summary": "Create a key",
        "description": "Creates another key for an account, with optional restrictions.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateKeyRequest"
              },
              "examples": {
                "narrow": {
                  "summary": "A key that may only send",
                  "value": {
                    "account_id": "2",
                    "mode": "live",
                    "scopes": [
                      "messages:send"
                    ]
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The key. It is not shown again.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Key"
                },
                "example": {
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
    "/keys/revoke": {
      "post": {
        "operationId": "revokeKey",
        "tags": [
          "accounts"
        ],
        "summary": "Revoke a key",
        "description": "Later requests with the key fail with API_KEY_REVOKED.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/RevokeKeyRequest"
              },
              "examples": {
                "key": {
                  "summary": "The key itself",
                  "value": {
                    "key": "ww_live_<41 characters>"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The key is revoked.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Revocation"
                },
                "example": {
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
    "/webhook": {
      "put": {
        "operationId": "setWebhook",
        "tags": [
          "accounts"
        ],
        "summary": "Set the webhook URL",
        "description": "Stores any URL, even one that POST /webhooks/test of the API refuses. It enables a disabled endpoint and resets its\nfailures. The signing secret does not change.\n",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SetWebhookRequest"
              },
              "examples": {
                "all": {
                  "summary": "All events",
                  "value": {
                    "account_id": "2",
                    "url": "http://127.0.0.1:4000/hook"
                  }
                },
                "none": {
                  "summary": "No URL",
                  "value": {
                    "account_id": "2",
                    "url": null
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The URL was set.",
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
    },
    "/templates": {
      "post": {
        "operationId": "putTemplate",
        "tags": [
          "accounts"
        ],
        "summary": "Add or change a template",
        "description": "Adds a template in the provider's component form. If the name and language exist, changes that template. A change of status to\nAPPROVED or REJECTED raises template.status. A new template, and a change to PENDING, raise nothing.\n",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/PutTemplateRequest"
              },
              "examples": {
                "utility": {
                  "summary": "Two variables",
                  "value": {
                    "account_id": "2",
                    "name": "order_update",
                    "language": "en_US",
                    "category": "UTILITY",
                    "status": "APPROVED",
                    "parameter_format": "POSITIONAL",
                    "components": [
                      {
                        "type": "BODY",
                        "text": "Hi {{1}}, order {{2}} is on its way.",
                        "example": {
                          "body_text": [
                            [
                              "Ada",
                              "4711"
                            ]
                          ]
                        }
                      }
                    ]
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The template was saved.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RecordId"
                },
                "example": {
                  "id": 14
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
    "/connections": {
      "post": {
        "operationId": "setConnection",
        "tags": [
          "accounts"
        ],
        "summary": "Add, enable or disable a connection",
        "description": "Without `connection_id`, adds a connection. With it, enables or disables that connection. The oldest active connection of a channel\nis its default. Connection IDs are unique on the server.\n",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SetConnectionRequest"
              },
              "examples": {
                "add": {
                  "summary": "A second connection",
                  "value": {
                    "account_id": "2",
                    "channel": "whatsapp"
                  }
                },
                "off": {
                  "summary": "Disable a connection",
                  "value": {
                    "account_id": "2",
                    "channel": "whatsapp",
                    "connection_id": "wa_7",
                    "active": false
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The connection was added or changed.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Connection"
                },
                "example": {
                  "connection_id": "wa_7"
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
    "/labels": {
      "post": {
        "operationId": "createLabel",
        "tags": [
          "accounts"
        ],
        "summary": "Add a label",
        "description": "Adds a label to those that GET /labels of the API lists.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateLabelRequest"
              },
              "examples": {
                "label": {
                  "summary": "A label",
                  "value": {
                    "account_id": "2",
                    "name": "VIP",
                    "color": "#c0392b"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The label was added.",
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
    "/agents": {
      "post": {
        "operationId": "createAgent",
        "tags": [
          "accounts"
        ],
        "summary": "Add an agent",
        "description": "Adds an agent to those that GET /agents of the API lists.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateAgentRequest"
              },
              "examples": {
                "agent": {
                  "summary": "An agent",
                  "value": {
                    "account_id": "2",
                    "name": "Grace"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The agent was added.",
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
    "/inbound": {
      "post": {
        "operationId": "receiveInbound",
        "tags": [
          "customers"
        ],
        "summary": "Receive a customer's message",
        "description": "The message arrives in a signed callback from the provider. The call returns when the window is open and the event is recorded. It does\nnot wait for a webhook receiver that does not respond. The message of a person on the block list arrives like any other.\nOn WhatsApp, `from.id` is a phone number or a business-scoped user ID. The provider's callback names a person by both, unless they\nhave a username and the provider withholds the number; after an ID without `from.phone`, it never contains a number. The type\n`system` reports a change of the person's number or ID. It opens no window.\n",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ReceiveInboundRequest"
              },
              "examples": {
                "text": {
                  "summary": "A text",
                  "value": {
                    "account_id": "2",
                    "channel": "whatsapp",
                    "from": {
                      "id": "905551112233",
                      "name": "Ada"
                    },
                    "type": "text",
                    "text": "Where is my order?"
                  }
                },
                "button": {
                  "summary": "A press of a quick reply",
                  "value": {
                    "account_id": "2",
                    "channel": "whatsapp",
                    "from": {
                      "id": "905551112233",
                      "name": "Ada"
                    },
                    "type": "button",
                    "button": {
                      "payload": "Tell me more",
                      "title": "Tell me more"
                    }
                  }
                },
                "username": {
                  "summary": "A text from a person with a username and without a phone number",
                  "value": {
                    "account_id": "2",
                    "channel": "whatsapp",
                    "from": {
                      "id": "TR.13491208655302741918",
                      "name": "Ada",
                      "username": "ada"
                    },
                    "type": "text",
                    "text": "Where is my order?"
                  }
                },
                "shared": {
                  "summary": "A phone number, shared on request",
                  "value": {
                    "account_id": "2",
                    "channel": "whatsapp",
                    "from": {
                      "id": "TR.13491208655302741918",
                      "phone": "905551112233",
                      "name": "Ada"
                    },
                    "type": "contacts",
                    "origin": "contact_request"
                  }
                },
                "change": {
                  "summary": "A new phone number, which also gives the person a new ID",
                  "value": {
                    "account_id": "2",
                    "channel": "whatsapp",
                    "from": {
                      "id": "905551112233",
                      "name": "Ada"
                    },
                    "type": "system",
                    "change": {
                      "phone": "905551112244"
                    }
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The message has arrived.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/InboundMessage"
                },
                "example": {
                  "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAEhggM0RF"
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
    "/campaigns": {
      "post": {
        "operationId": "createCampaign",
        "tags": [
          "customers"
        ],
        "summary": "Send a campaign",
        "description": "Sends a template to many people, as the dashboard does. A media header shows the template's sample file. Sending may take a few\nseconds of the clock.\n",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateCampaignRequest"
              },
              "examples": {
                "campaign": {
                  "summary": "Two recipients",
                  "value": {
                    "account_id": "2",
                    "template": "promo_spring",
                    "recipients": [
                      {
                        "phone": "905551112233",
                        "name": "Ada",
                        "variables": [
                          "SPRING25"
                        ]
                      },
                      {
                        "phone": "905551112244"
                      }
                    ]
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The campaign has started.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Campaign"
                },
                "example": {
                  "campaign_id": 9
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
    "/clock": {
      "get": {
        "operationId": "getClock",
        "tags": [
          "time"
        ],
        "summary": "Get the time",
        "description": "The implementation's current time, virtual or real.",
        "responses": {
          "200": {
            "description": "The time.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Clock"
                },
                "example": {
                  "now": "2026-05-04T12:00:00.000000+00:00"
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
    "/clock/advance": {
      "post": {
        "operationId": "advanceClock",
        "tags": [
          "time"
        ],
        "summary": "Advance the clock",
        "description": "Moves a virtual clock from one due task to the next, up to the target, and returns after all due tasks have run. Before each move and\nbefore the response, in-flight work ends, however long that takes on a busy machine. Only work that waits for the clock or for a\nwebhook receiver that does not respond stays in flight. It counts as waiting when no task has ended for a second of real time, or at\nonce after POST /deliveries/held. The clock moves on without it, so that its timeout can occur, and a late response counts at the time\nat which it arrives. If two calls overlap, the second one waits; all other calls are handled as usual.\n",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/AdvanceClockRequest"
              },
              "examples": {
                "day": {
                  "summary": "A day",
                  "value": {
                    "seconds": 86400
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The clock was advanced.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Clock"
                },
                "example": {
                  "now": "2026-05-05T12:00:00.000000+00:00"
                }
              }
            }
          },
          "409": {
            "description": "The clock is real and cannot be moved.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Refusal"
                },
                "example": {
                  "error": "the clock is real and advances automatically"
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
    "/settle": {
      "post": {
        "operationId": "settle",
        "tags": [
          "time"
        ],
        "summary": "Run due work",
        "description": "Runs all work that is due now, and returns when it is done. Like POST /clock/advance, it does not wait for work that waits for the\nclock or for a webhook receiver that does not respond.\n",
        "responses": {
          "200": {
            "description": "No more work is due.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Settled"
                },
                "example": {
                  "ran": 3
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
    "/provider/next": {
      "post": {
        "operationId": "setProviderOutcome",
        "tags": [
          "provider"
        ],
        "summary": "Set the provider's behavior",
        "description": "Sets how the provider handles the next sends or uploads of the account on the channel. Several calls apply one after another. For\nuploads, `outcome` is `reject`, `unavailable` or `lost_reply`. The other outcomes are about what follows a send, and are refused with\na 4xx status, like every outcome on `web`, which has no provider.\n",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SetProviderOutcomeRequest"
              },
              "examples": {
                "refuse": {
                  "summary": "Refuse the next send",
                  "value": {
                    "account_id": "2",
                    "channel": "whatsapp",
                    "outcome": "reject",
                    "code": 131026
                  }
                },
                "disorder": {
                  "summary": "Report read before delivered",
                  "value": {
                    "account_id": "2",
                    "channel": "whatsapp",
                    "outcome": "statuses",
                    "statuses": [
                      "sent",
                      "read",
                      "delivered"
                    ]
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The behavior was set.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Nothing"
                },
                "example": {}
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/provider/sends": {
      "get": {
        "operationId": "listProviderSends",
        "tags": [
          "provider"
        ],
        "summary": "List accepted sends",
        "description": "The sends of the account that the provider accepted, oldest first. The web channel has no provider: there, the messages that were\nsent to the visitor.\n",
        "parameters": [
          {
            "name": "account_id",
            "in": "query",
            "required": true,
            "description": "The account.",
            "schema": {
              "type": "string"
            },
            "example": "1"
          }
        ],
        "responses": {
          "200": {
            "description": "The sends.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ProviderSends"
                },
                "example": [
                  {
                    "channel": "whatsapp",
                    "connection_id": "wa_2",
                    "to": "905551112233",
                    "type": "text",
                    "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAERgSQ0Y3",
                    "at": "2026-05-04T12:00:00.000000+00:00",
                    "payload": {
                      "messaging_product": "whatsapp",
                      "to": "905551112233",
                      "type": "text",
                      "text": {
                        "body": "Hello"
                      }
                    }
                  }
                ]
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/deliveries": {
      "get": {
        "operationId": "listDeliveries",
        "tags": [
          "state"
        ],
        "summary": "List webhook deliveries",
        "description": "Whether the endpoint is enabled, and one row for each attempt, oldest first.",
        "parameters": [
          {
            "name": "account_id",
            "in": "query",
            "required": true,
            "description": "The account.",
            "schema": {
              "type": "string"
            },
            "example": "1"
          }
        ],
        "responses": {
          "200": {
            "description": "The attempts.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Deliveries"
                },
                "example": {
                  "address_enabled": true,
                  "deliveries": [
                    {
                      "id": "whd_17000000000000000009",
                      "event": "message.received",
                      "attempt": 1,
                      "status_code": 503,
                      "response_prefix": "busy",
                      "at": "2026-05-04T12:00:00.000000+00:00",
                      "next_attempt_at": "2026-05-04T12:01:00.000000+00:00"
                    }
                  ]
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
    "/deliveries/held": {
      "post": {
        "operationId": "holdDelivery",
        "tags": [
          "state"
        ],
        "summary": "Report a receiver that withholds its response",
        "description": "A receiver on this machine calls this when it has read a delivery whose response it withholds, and again with `held: false` before it\nresponds. POST /settle and POST /clock/advance then do not wait for this attempt, so that they return sooner. An attempt that has\nended is ignored. This call is optional: an implementation without it returns 404.\n",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/HoldDeliveryRequest"
              },
              "examples": {
                "silent": {
                  "summary": "A receiver that does not respond",
                  "value": {
                    "id": "whd_17000000000000000009",
                    "attempt": 1,
                    "held": true
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The report was noted.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Nothing"
                },
                "example": {}
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/reset": {
      "post": {
        "operationId": "reset",
        "tags": [
          "state"
        ],
        "summary": "Reset",
        "description": "Restores the state after the start, including the clock. All accounts except the seeded one are deleted.",
        "responses": {
          "200": {
            "description": "The state was reset.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Nothing"
                },
                "example": {}
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
    "responses": {
      "Refused": {
        "description": "The call failed; `error` gives the reason.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Refusal"
            },
            "example": {
              "error": "account 99 does not exist"
            }
          }
        }
      }
    },
    "schemas": {
      "Refusal": {
        "type": "object",
        "description": "The error of a refused call.",
        "required": [
          "error"
        ],
        "properties": {
          "error": {
            "type": "string",
            "description": "The reason, in words."
          }
        },
        "examples": [
          {
            "error": "account 99 does not exist"
          }
        ]
      },
      "Nothing": {
        "type": "object",
        "description": "An empty object.",
        "examples": [
          {}
        ]
      },
      "Timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "ISO 8601 with a UTC offset, from the clock of the implementation.",
        "examples": [
          "2026-05-04T12:00:00.000000+00:00"
        ]
      },
      "MessageStatus": {
        "type": "string",
        "enum": [
          "sent",
          "delivered",
          "read",
          "failed"
        ],
        "description": "A provider's report about a message."
      },
      "Scope": {
        "type": "string",
        "description": "A scope of the API.",
        "enum": [
          "blocklist:read",
          "blocklist:write",
          "contacts:read",
          "contacts:write",
          "conversations:read",
          "conversations:write",
          "flows:read",
          "flows:write",
          "insights:read",
          "media:write",
          "messages:read",
          "messages:send",
          "optouts:read",
          "optouts:write",
          "templates:read",
          "webhooks:test"
        ]
      },
      "CreateAccountRequest": {
        "type": "object",
        "description": "The account to create; a working one by default.",
        "properties": {
          "situation": {
            "type": "string",
            "enum": [
              "inactive",
              "license_expired",
              "api_disabled",
              "flows_disabled",
              "webhook_disabled"
            ],
            "description": "The reason for which the account's keys are refused."
          },
          "country": {
            "type": "string",
            "pattern": "^[A-Z]{2}$",
            "description": "The country (ISO 3166) of local phone numbers; TR if omitted."
          },
          "time_zone": {
            "type": "string",
            "description": "The IANA time zone of days and quiet hours; Europe/Istanbul if omitted."
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "situation": "flows_disabled"
          }
        ]
      },
      "Account": {
        "type": "object",
        "description": "A new account.",
        "required": [
          "account_id",
          "company_id",
          "live_key",
          "test_key",
          "signing_secret",
          "connections"
        ],
        "properties": {
          "account_id": {
            "type": "string",
            "description": "The account's ID for other calls."
          },
          "company_id": {
            "type": "integer",
            "description": "The `company_id` in the account's events."
          },
          "live_key": {
            "type": "string",
            "description": "A live key without restrictions."
          },
          "test_key": {
            "type": "string",
            "description": "A test key without restrictions."
          },
          "signing_secret": {
            "type": "string",
            "description": "The secret that signs the account's webhooks."
          },
          "connections": {
            "type": "object",
            "description": "The connection on each channel.",
            "required": [
              "whatsapp",
              "instagram",
              "messenger",
              "web"
            ],
            "properties": {
              "whatsapp": {
                "type": "string",
                "description": "`wa_<n>`."
              },
              "instagram": {
                "type": "string",
                "description": "`ig_<n>`."
              },
              "messenger": {
                "type": "string",
                "description": "`fb_<n>`."
              },
              "web": {
                "type": "string",
                "description": "`web_<n>`."
              }
            }
          }
        },
        "examples": [
          {
            "account_id": "2",
            "company_id": 2,
            "live_key": "ww_live_<41 characters>",
            "test_key": "ww_test_<41 characters>",
            "signing_secret": "whsec_example",
            "connections": {
              "whatsapp": "wa_2",
              "instagram": "ig_2",
              "messenger": "fb_2",
              "web": "web_2"
            }
          }
        ]
      },
      "CreateKeyRequest": {
        "type": "object",
        "description": "A key and its restrictions.",
        "required": [
          "account_id",
          "mode"
        ],
        "properties": {
          "account_id": {
            "type": "string",
            "description": "The account of the key."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "Whether the key is a live or a test key."
          },
          "scopes": {
            "type": "array",
            "description": "The scopes of the key. If omitted, the key may call everything; if empty, it may call nothing that needs a scope.",
            "items": {
              "$ref": "#/components/schemas/Scope"
            }
          },
          "allowed_ips": {
            "type": "array",
            "description": "Addresses or CIDR ranges from which the key may be used; any if omitted.",
            "items": {
              "type": "string"
            }
          },
          "revoked": {
            "type": "boolean",
            "description": "Whether the key is revoked from the start; false if omitted."
          },
          "requests_per_minute": {
            "type": "integer",
            "minimum": 1,
            "description": "The rate limit of the key; 1,800 if omitted."
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "account_id": "2",
            "mode": "live",
            "scopes": [
              "messages:send"
            ],
            "requests_per_minute": 60
          }
        ]
      },
      "Key": {
        "type": "object",
        "description": "A new key.",
        "required": [
          "key"
        ],
        "properties": {
          "key": {
            "type": "string",
            "description": "The key itself."
          }
        },
        "examples": [
          {
            "key": "ww_live_<41 characters>"
          }
        ]
      },
      "DeleteAccountsRequest": {
        "type": "object",
        "description": "The accounts to delete.",
        "required": [
          "account_ids"
        ],
        "properties": {
          "account_ids": {
            "type": "array",
            "description": "Their IDs.",
            "items": {
              "type": "string",
              "description": "The ID of an account."
            }
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "account_ids": [
              "2",
              "3"
            ]
          }
        ]
      },
      "RevokeKeyRequest": {
        "type": "object",
        "description": "The key to revoke.",
        "required": [
          "key"
        ],
        "properties": {
          "key": {
            "type": "string",
            "description": "The key itself."
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "key": "ww_live_<41 characters>"
          }
        ]
      },
      "Revocation": {
        "type": "object",
        "description": "A key is revoked.",
        "required": [
          "revoked"
        ],
        "properties": {
          "revoked": {
            "type": "boolean",
            "const": true,
            "description": "Always true."
          }
        },
        "examples": [
          {
            "revoked": true
          }
        ]
      },
      "SetWebhookRequest": {
        "type": "object",
        "description": "The webhook endpoint.",
        "required": [
          "account_id",
          "url"
        ],
        "properties": {
          "account_id": {
            "type": "string",
            "description": "The account."
          },
          "url": {
            "type": [
              "string",
              "null"
            ],
            "description": "The address, stored unchanged; null for none."
          },
          "events": {
            "type": "array",
            "description": "The events to deliver; all if omitted.",
            "items": {
              "$ref": "#/components/schemas/EventName"
            }
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "account_id": "2",
            "url": "http://127.0.0.1:4000/hook",
            "events": [
              "message.status"
            ]
          }
        ]
      },
      "SigningSecret": {
        "type": "object",
        "description": "The secret that signs webhooks.",
        "required": [
          "signing_secret"
        ],
        "properties": {
          "signing_secret": {
            "type": "string",
            "description": "The signing secret, which the call does not change."
          }
        },
        "examples": [
          {
            "signing_secret": "whsec_example"
          }
        ]
      },
      "PutTemplateRequest": {
        "type": "object",
        "description": "A template in the provider's component form.",
        "required": [
          "account_id",
          "name",
          "language",
          "category",
          "status",
          "parameter_format",
          "components"
        ],
        "properties": {
          "account_id": {
            "type": "string",
            "description": "The account."
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "description": "The template's name."
          },
          "language": {
            "type": "string",
            "minLength": 1,
            "description": "The language, such as en_US."
          },
          "category": {
            "$ref": "#/components/schemas/TemplateCategory",
            "description": "The template's category."
          },
          "status": {
            "$ref": "#/components/schemas/TemplateStatus",
            "description": "The status. Only APPROVED templates can be sent."
          },
          "rejection_reason": {
            "type": [
              "string",
              "null"
            ],
            "description": "Why the template was rejected. If omitted or null, the provider gives no reason, and the API may show any text or null.\n"
          },
          "parameter_format": {
            "type": "string",
            "enum": [
              "POSITIONAL",
              "NAMED"
            ],
            "description": "The form of the placeholders."
          },
          "components": {
            "type": "array",
            "description": "The header, body, footer and buttons.",
            "items": {
              "$ref": "#/components/schemas/TemplateComponent"
            }
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "account_id": "2",
            "name": "promo_spring",
            "language": "en_US",
            "category": "MARKETING",
            "status": "APPROVED",
            "parameter_format": "POSITIONAL",
            "components": [
              {
                "type": "HEADER",
                "format": "IMAGE",
                "example": {
                  "header_handle": [
                    "https://shop.example/spring.jpg"
                  ]
                }
              },
              {
                "type": "BODY",
                "text": "Spring is here, {{1}}!",
                "example": {
                  "body_text": [
                    [
                      "Ada"
                    ]
                  ]
                }
              },
              {
                "type": "BUTTONS",
                "buttons": [
                  {
                    "type": "QUICK_REPLY",
                    "text": "Tell me more"
                  },
                  {
                    "type": "QUICK_REPLY",
                    "text": "Stop promotions"
                  }
                ]
              }
            ]
          }
        ]
      },
      "TemplateComponent": {
        "type": "object",
        "description": "One component of a template, in the provider's format. Other fields are kept.",
        "required": [
          "type"
        ],
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "HEADER",
              "BODY",
              "FOOTER",
              "BUTTONS"
            ],
            "description": "The kind of component."
          },
          "format": {
            "type": "string",
            "enum": [
              "TEXT",
              "IMAGE",
              "VIDEO",
              "DOCUMENT",
              "LOCATION"
            ],
            "description": "For a header, the kind of its content."
          },
          "text": {
            "type": "string",
            "description": "The text, with placeholders `{{1}}` or `{{name}}`."
          },
          "example": {
            "type": "object",
            "description": "Sample values of the placeholders, or the sample file of a header.",
            "additionalProperties": true
          },
          "buttons": {
            "type": "array",
            "description": "For BUTTONS, the buttons in order.",
            "items": {
              "$ref": "#/components/schemas/TemplateButton"
            }
          }
        },
        "examples": [
          {
            "type": "BODY",
            "text": "Hi {{1}}",
            "example": {
              "body_text": [
                [
                  "Ada"
                ]
              ]
            }
          }
        ]
      },
      "TemplateButton": {
        "type": "object",
        "description": "One button of a template, in the provider's format. Other fields are kept.",
        "required": [
          "type",
          "text"
        ],
        "properties": {
          "type": {
            "type": "string",
            "description": "QUICK_REPLY, URL, PHONE_NUMBER or another kind that the provider has."
          },
          "text": {
            "type": "string",
            "description": "The button's label."
          },
          "url": {
            "type": "string",
            "description": "For a URL button, the address; `{{1}}` at its end makes it dynamic."
          },
          "phone_number": {
            "type": "string",
            "description": "For a PHONE_NUMBER button, the number."
          },
          "example": {
            "type": "array",
            "description": "For a dynamic URL button, a sample of the whole address.",
            "items": {
              "type": "string"
            }
          }
        },
        "examples": [
          {
            "type": "URL",
            "text": "Track",
            "url": "https://shop.example/track/{{1}}",
            "example": [
              "https://shop.example/track/4711"
            ]
          }
        ]
      },
      "RecordId": {
        "type": "object",
        "description": "The new or changed object.",
        "required": [
          "id"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "The object's ID in the API."
          }
        },
        "examples": [
          {
            "id": 14
          }
        ]
      },
      "SetConnectionRequest": {
        "type": "object",
        "description": "A connection to add, enable or disable.",
        "required": [
          "account_id",
          "channel"
        ],
        "properties": {
          "account_id": {
            "type": "string",
            "description": "The account."
          },
          "channel": {
            "$ref": "#/components/schemas/Channel"
          },
          "active": {
            "type": "boolean",
            "description": "Whether the connection is enabled; true if omitted."
          },
          "connection_id": {
            "type": "string",
            "description": "The connection to enable or disable; if omitted, a connection is added."
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "account_id": "2",
            "channel": "whatsapp",
            "connection_id": "wa_7",
            "active": false
          }
        ]
      },
      "Connection": {
        "type": "object",
        "description": "The connection that was added or changed.",
        "required": [
          "connection_id"
        ],
        "properties": {
          "connection_id": {
            "type": "string",
            "description": "`wa_<n>`, `ig_<n>`, `fb_<n>` or `web_<n>`."
          }
        },
        "examples": [
          {
            "connection_id": "wa_7"
          }
        ]
      },
      "CreateLabelRequest": {
        "type": "object",
        "description": "A label to add.",
        "required": [
          "account_id",
          "name"
        ],
        "properties": {
          "account_id": {
            "type": "string",
            "description": "The account."
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "description": "The label's name."
          },
          "color": {
            "type": [
              "string",
              "null"
            ],
            "description": "The color, as `#rrggbb`."
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "account_id": "2",
            "name": "VIP",
            "color": "#c0392b"
          }
        ]
      },
      "CreateAgentRequest": {
        "type": "object",
        "description": "An agent to add.",
        "required": [
          "account_id",
          "name"
        ],
        "properties": {
          "account_id": {
            "type": "string",
            "description": "The account."
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "description": "The agent's name."
          },
          "is_active": {
            "type": "boolean",
            "description": "Whether conversations can be assigned to the agent; true if omitted."
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "account_id": "2",
            "name": "Grace"
          }
        ]
      },
      "ReceiveInboundRequest": {
        "type": "object",
        "description": "A customer's message.",
        "required": [
          "account_id",
          "channel",
          "from",
          "type"
        ],
        "properties": {
          "account_id": {
            "type": "string",
            "description": "The account that receives the message."
          },
          "channel": {
            "$ref": "#/components/schemas/Channel"
          },
          "connection_id": {
            "type": "string",
            "description": "The connection; the default one of the channel if omitted."
          },
          "from": {
            "$ref": "#/components/schemas/InboundSender"
          },
          "type": {
            "type": "string",
            "enum": [
              "text",
              "image",
              "video",
              "audio",
              "document",
              "location",
              "button",
              "sticker",
              "reaction",
              "contacts",
              "unsupported",
              "system"
            ],
            "description": "The kind of message; `button` for button and list replies, `system` for a change of the sender's identifiers."
          },
          "text": {
            "type": "string",
            "description": "The text or caption."
          },
          "media": {
            "$ref": "#/components/schemas/InboundMedia"
          },
          "location": {
            "$ref": "#/components/schemas/InboundLocation"
          },
          "button": {
            "description": "For `button`, the choice. Without `reply_to`, the press quotes no message, so it belongs to none that was sent.",
            "$ref": "#/components/schemas/InboundButton"
          },
          "origin": {
            "type": "string",
            "enum": [
              "contact_request",
              "other"
            ],
            "description": "For `contacts` on WhatsApp. `contact_request`: the sender shares their own number, because the business requested it; `other`:\nany card. `other` if omitted.\n"
          },
          "change": {
            "$ref": "#/components/schemas/InboundChange"
          },
          "reply_to": {
            "type": "string",
            "description": "The `external_id` of the quoted message."
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "account_id": "2",
            "channel": "whatsapp",
            "from": {
              "id": "905551112233",
              "name": "Ada"
            },
            "type": "text",
            "text": "Where is my order?"
          }
        ]
      },
      "InboundSender": {
        "type": "object",
        "description": "The sender.",
        "required": [
          "id",
          "name"
        ],
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "description": "The number, the business-scoped user ID, the sender ID or the visitor ID."
          },
          "phone": {
            "type": "string",
            "minLength": 1,
            "description": "On WhatsApp, the number of the person with the business-scoped user ID in `id`. The callback contains both."
          },
          "name": {
            "type": "string",
            "description": "The sender's name."
          },
          "username": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "description": "The sender's username, from now on; null if they no longer have one."
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "id": "905551112233",
            "name": "Ada"
          },
          {
            "id": "TR.13491208655302741918",
            "name": "Ada",
            "username": "ada"
          }
        ]
      },
      "InboundChange": {
        "type": "object",
        "description": "For `system` on WhatsApp, the change. With `phone`, the number and the IDs change; without it, only the ID for this business.\n",
        "properties": {
          "phone": {
            "type": "string",
            "minLength": 1,
            "description": "The new number."
          },
          "user_id": {
            "type": "string",
            "minLength": 1,
            "description": "The new business-scoped user ID; a generated one if omitted."
          },
          "as": {
            "type": "string",
            "enum": [
              "system",
              "user_id_update"
            ],
            "description": "How the provider reports it: in a system message, or in a callback for the field `user_id_update`, as Meta documented it before\nAugust 2026. `system` if omitted.\n"
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "phone": "905551112244"
          }
        ]
      },
      "InboundMedia": {
        "type": "object",
        "description": "The file of a media message.",
        "required": [
          "url",
          "mime_type"
        ],
        "properties": {
          "url": {
            "type": "string",
            "description": "The URL of the file."
          },
          "mime_type": {
            "type": "string",
            "description": "The file's MIME type."
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "url": "https://shop.example/shoe.jpg",
            "mime_type": "image/jpeg"
          }
        ]
      },
      "InboundLocation": {
        "type": "object",
        "description": "The place, for location messages.",
        "required": [
          "latitude",
          "longitude"
        ],
        "properties": {
          "latitude": {
            "type": "number",
            "minimum": -90,
            "maximum": 90,
            "description": "Latitude, in degrees north."
          },
          "longitude": {
            "type": "number",
            "minimum": -180,
            "maximum": 180,
            "description": "Longitude, in degrees east."
          },
          "name": {
            "type": "string",
            "description": "The name of the place."
          },
          "address": {
            "type": "string",
            "description": "The address of the place."
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "latitude": 41.0082,
            "longitude": 28.9784,
            "name": "Our shop"
          }
        ]
      },
      "InboundButton": {
        "type": "object",
        "description": "The choice of a button or list reply.",
        "required": [
          "payload",
          "title"
        ],
        "properties": {
          "payload": {
            "type": "string",
            "description": "The `id` of the button or row; for a template's quick reply, its text."
          },
          "title": {
            "type": "string",
            "description": "The choice's label."
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "payload": "Tell me more",
            "title": "Tell me more"
          }
        ]
      },
      "InboundMessage": {
        "type": "object",
        "description": "The message that has arrived.",
        "required": [
          "external_id"
        ],
        "properties": {
          "external_id": {
            "type": "string",
            "description": "The provider's ID of the message."
          }
        },
        "examples": [
          {
            "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAEhggM0RF"
          }
        ]
      },
      "CreateCampaignRequest": {
        "type": "object",
        "description": "A template and the people to send it to.",
        "required": [
          "account_id",
          "template",
          "recipients"
        ],
        "properties": {
          "account_id": {
            "type": "string",
            "description": "The account."
          },
          "template": {
            "type": "string",
            "minLength": 1,
            "description": "The template's name."
          },
          "language": {
            "type": "string",
            "description": "The language, if the name exists in several."
          },
          "recipients": {
            "type": "array",
            "minItems": 1,
            "description": "The people.",
            "items": {
              "$ref": "#/components/schemas/CampaignRecipient"
            }
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "account_id": "2",
            "template": "promo_spring",
            "recipients": [
              {
                "phone": "905551112233",
                "name": "Ada",
                "variables": [
                  "SPRING25"
                ]
              }
            ]
          }
        ]
      },
      "CampaignRecipient": {
        "type": "object",
        "description": "One recipient of a campaign.",
        "required": [
          "phone"
        ],
        "properties": {
          "phone": {
            "type": "string",
            "minLength": 1,
            "description": "The number."
          },
          "name": {
            "type": "string",
            "description": "The person's name. It replaces `{{ad}}` in flows."
          },
          "variables": {
            "description": "An array for POSITIONAL templates, an object that maps names to values for NAMED ones.",
            "oneOf": [
              {
                "type": "array",
                "items": {
                  "type": "string"
                }
              },
              {
                "type": "object",
                "additionalProperties": {
                  "type": "string"
                }
              }
            ]
          },
          "buttons": {
            "type": "array",
            "description": "One value for each dynamic URL button.",
            "items": {
              "type": "object",
              "required": [
                "index",
                "text"
              ],
              "properties": {
                "index": {
                  "type": "integer",
                  "minimum": 0,
                  "description": "The index of the button among all buttons, from 0."
                },
                "text": {
                  "type": "string",
                  "description": "The text to append to the button's URL."
                }
              },
              "unevaluatedProperties": false
            }
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "phone": "905551112233",
            "name": "Ada",
            "variables": [
              "SPRING25"
            ]
          },
          {
            "phone": "905551112233",
            "name": "Ada",
            "variables": [
              "Ada",
              "4711"
            ],
            "buttons": [
              {
                "index": 0,
                "text": "4711"
              }
            ]
          }
        ]
      },
      "Campaign": {
        "type": "object",
        "description": "The campaign.",
        "required": [
          "campaign_id"
        ],
        "properties": {
          "campaign_id": {
            "type": "integer",
            "description": "The campaign's ID."
          }
        },
        "examples": [
          {
            "campaign_id": 9
          }
        ]
      },
      "AdvanceClockRequest": {
        "type": "object",
        "description": "How far to advance the clock.",
        "required": [
          "seconds"
        ],
        "properties": {
          "seconds": {
            "type": "number",
            "minimum": 0,
            "description": "The seconds to advance."
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "seconds": 86400
          }
        ]
      },
      "Clock": {
        "type": "object",
        "description": "The time.",
        "required": [
          "now"
        ],
        "properties": {
          "now": {
            "$ref": "#/components/schemas/Timestamp"
          }
        },
        "examples": [
          {
            "now": "2026-05-04T12:00:00.000000+00:00"
          }
        ]
      },
      "Settled": {
        "type": "object",
        "description": "No more work is due.",
        "required": [
          "ran"
        ],
        "properties": {
          "ran": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of tasks run."
          }
        },
        "examples": [
          {
            "ran": 3
          }
        ]
      },
      "SetProviderOutcomeRequest": {
        "type": "object",
        "description": "The provider's behavior for the next requests.",
        "required": [
          "account_id",
          "channel",
          "outcome"
        ],
        "properties": {
          "account_id": {
            "type": "string",
            "description": "The account."
          },
          "channel": {
            "$ref": "#/components/schemas/Channel"
          },
          "outcome": {
            "type": "string",
            "enum": [
              "reject",
              "unavailable",
              "lost_reply",
              "fail",
              "statuses"
            ],
            "description": "`reject`: refuse the request; `unavailable`: be down; `lost_reply`: accept the request but break the connection before the\nresponse; `fail`: accept it, then report it as failed; `statuses`: accept it, then report exactly `statuses`, in that order.\n"
          },
          "applies_to": {
            "type": "string",
            "enum": [
              "send",
              "media"
            ],
            "description": "Whether this applies to the next sends or the next uploads; sends if omitted."
          },
          "code": {
            "type": "integer",
            "description": "The provider's error code, for `reject` and `fail`. If omitted, the provider's code for an invalid parameter, for a file that it\ncannot take, or for a message that it cannot deliver.\n"
          },
          "statuses": {
            "type": "array",
            "description": "What to report, for `statuses`; nothing if omitted.",
            "items": {
              "$ref": "#/components/schemas/MessageStatus"
            }
          },
          "times": {
            "type": "integer",
            "minimum": 1,
            "description": "The number of sends or uploads; 1 if omitted."
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "account_id": "2",
            "channel": "whatsapp",
            "outcome": "reject",
            "code": 131026
          }
        ]
      },
      "ProviderSends": {
        "type": "array",
        "description": "The sends that the provider accepted, oldest first.",
        "items": {
          "$ref": "#/components/schemas/ProviderSend"
        },
        "examples": [
          []
        ]
      },
      "ProviderSend": {
        "type": "object",
        "description": "One send that the provider accepted.",
        "required": [
          "channel",
          "connection_id",
          "to",
          "type",
          "external_id",
          "at",
          "payload"
        ],
        "properties": {
          "channel": {
            "$ref": "#/components/schemas/Channel"
          },
          "connection_id": {
            "type": "string",
            "description": "The connection that the message was sent from."
          },
          "to": {
            "type": "string",
            "description": "The recipient as the provider received it; on WhatsApp, a number in any format or a business-scoped user ID."
          },
          "type": {
            "type": "string",
            "description": "The kind of message, in the terms of the API: `text`, `image`, `video`, `audio`, `document`,\n`location`, `interactive` or `template`.\n"
          },
          "external_id": {
            "type": "string",
            "description": "The provider's ID of the message."
          },
          "at": {
            "$ref": "#/components/schemas/Timestamp"
          },
          "payload": {
            "type": "object",
            "description": "The whole request to the provider, in the provider's form. Names, such as those of template variables, may be values or keys.\n",
            "additionalProperties": true
          }
        },
        "examples": [
          {
            "channel": "whatsapp",
            "connection_id": "wa_2",
            "to": "905551112233",
            "type": "text",
            "external_id": "wamid.HBgMOTA1NTUxMTEyMjMzFQIAERgSQ0Y3",
            "at": "2026-05-04T12:00:00.000000+00:00",
            "payload": {
              "messaging_product": "whatsapp",
              "to": "905551112233",
              "type": "text",
              "text": {
                "body": "Hello"
              }
            }
          }
        ]
      },
      "Deliveries": {
        "type": "object",
        "description": "The deliveries to the account's webhook endpoint.",
        "required": [
          "address_enabled",
          "deliveries"
        ],
        "properties": {
          "address_enabled": {
            "type": "boolean",
            "description": "Whether an address is set and not disabled."
          },
          "deliveries": {
            "type": "array",
            "description": "One row for each attempt, oldest first.",
            "items": {
              "$ref": "#/components/schemas/DeliveryAttempt"
            }
          }
        },
        "examples": [
          {
            "address_enabled": true,
            "deliveries": []
          }
        ]
      },
      "HoldDeliveryRequest": {
        "type": "object",
        "description": "A delivery attempt whose receiver withholds its response.",
        "required": [
          "id",
          "attempt",
          "held"
        ],
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "description": "The delivery's ID, as in its envelope."
          },
          "attempt": {
            "type": "integer",
            "minimum": 1,
            "description": "The number of the attempt, as in its envelope."
          },
          "held": {
            "type": "boolean",
            "description": "Whether the receiver withholds its response from now on."
          }
        },
        "unevaluatedProperties": false,
        "examples": [
          {
            "id": "whd_17000000000000000009",
            "attempt": 1,
            "held": true
          }
        ]
      },
      "DeliveryAttempt": {
        "type": "object",
        "description": "One attempt to deliver an event.",
        "required": [
          "id",
          "event",
          "attempt",
          "status_code",
          "response_prefix",
          "at",
          "next_attempt_at"
        ],
        "properties": {
          "id": {
            "type": "string",
            "description": "The delivery's ID, the same for all its attempts."
          },
          "event": {
            "$ref": "#/components/schemas/EventName"
          },
          "attempt": {
            "type": "integer",
            "minimum": 1,
            "maximum": 6,
            "description": "The number of the attempt, from 1."
          },
          "status_code": {
            "type": [
              "integer",
              "null"
            ],
            "description": "The receiver's HTTP status; null if it did not respond."
          },
          "response_prefix": {
            "type": [
              "string",
              "null"
            ],
            "description": "The first 500 characters of the response; null if there was none."
          },
          "at": {
            "$ref": "#/components/schemas/Timestamp"
          },
          "next_attempt_at": {
            "description": "When the delivery is retried after this attempt; null if it is not. The value stays after the retry, which is another row. An\nattempt has a row when it has ended.\n",
            "oneOf": [
              {
                "$ref": "#/components/schemas/Timestamp"
              },
              {
                "type": "null"
              }
            ]
          }
        },
        "examples": [
          {
            "id": "whd_17000000000000000009",
            "event": "message.received",
            "attempt": 1,
            "status_code": 503,
            "response_prefix": "busy",
            "at": "2026-05-04T12:00:00.000000+00:00",
            "next_attempt_at": "2026-05-04T12:01:00.000000+00:00"
          }
        ]
      },
      "EventName": {
        "type": "string",
        "description": "What happened (§6).",
        "enum": [
          "message.received",
          "message.status",
          "template.status"
        ]
      },
      "TemplateCategory": {
        "type": "string",
        "description": "The category of the template (§2.5).",
        "enum": [
          "MARKETING",
          "UTILITY",
          "AUTHENTICATION"
        ]
      },
      "TemplateStatus": {
        "type": "string",
        "description": "Only APPROVED templates can be sent (§2.5, §3.3).",
        "enum": [
          "APPROVED",
          "PENDING",
          "REJECTED"
        ]
      },
      "Channel": {
        "type": "string",
        "description": "The channel of the message (§1).",
        "enum": [
          "whatsapp",
          "instagram",
          "messenger",
          "web"
        ],
        "x-code": "CHANNEL_UNSUPPORTED"
      }
    }
  }
};
