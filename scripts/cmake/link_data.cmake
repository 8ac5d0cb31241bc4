# Completes a folder of built data with links to what it lacks of another one.
# cmake -DFROM=whole/share/contract -DTO=partial/share/contract -P link_data.cmake

file(GLOB entries RELATIVE ${FROM} ${FROM}/*)
if(NOT entries)
  message(FATAL_ERROR "${FROM} is empty; build the project first")
endif()
foreach(entry IN LISTS entries)
  if(NOT EXISTS ${TO}/${entry})
    file(CREATE_LINK ${FROM}/${entry} ${TO}/${entry} SYMBOLIC)
  endif()
endforeach()
