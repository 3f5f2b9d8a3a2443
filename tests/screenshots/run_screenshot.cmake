# One screenshot test: renders, and compares with the baseline. Variables: NAME, SINEW, COMPARE, BASELINE, FOLDER
# (for what is made), ARGUMENTS (of `sinew shot`, a list). With SINEW_UPDATE_BASELINES=1 in the environment the
# picture becomes the baseline instead.
set(actual ${FOLDER}/${NAME}.actual.png)
set(diff ${FOLDER}/${NAME}.diff.png)
file(MAKE_DIRECTORY ${FOLDER})
file(REMOVE ${actual} ${diff})
execute_process(COMMAND ${SINEW} shot ${ARGUMENTS} --output=${actual}
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${NAME}: sinew shot ended with ${status}:\n${output}")
endif()

if("$ENV{SINEW_UPDATE_BASELINES}" STREQUAL "1" AND NOT TAMPER)
  file(COPY_FILE ${actual} ${BASELINE})
  message(STATUS "${NAME}: new baseline ${BASELINE}")
  return()
endif()
if(NOT EXISTS ${BASELINE})
  message(FATAL_ERROR "${NAME}: there is no baseline ${BASELINE}; the picture is ${actual}")
endif()
if(TAMPER)
  execute_process(COMMAND ${COMPARE} --tamper ${BASELINE} ${FOLDER}/${NAME}.tampered.png
    COMMAND_ERROR_IS_FATAL ANY)
  set(BASELINE ${FOLDER}/${NAME}.tampered.png)
endif()

execute_process(COMMAND ${COMPARE} ${actual} ${BASELINE} ${diff}
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
message(STATUS "${NAME}: ${output}")
if(status EQUAL 1)
  message(FATAL_ERROR "${NAME} differs from its baseline.
  actual   ${actual}
  baseline ${BASELINE}
  diff     ${diff}
If the new picture was looked at and is right: docs/testing.md says how it becomes the baseline.")
elseif(NOT status EQUAL 0)
  message(FATAL_ERROR "${NAME}: the pictures cannot be compared: ${output}")
endif()
file(REMOVE ${actual})
